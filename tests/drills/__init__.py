"""Fault drills: real servers under load, of which something breaks: `make drills`."""
