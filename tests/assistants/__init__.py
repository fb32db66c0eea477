"""Tests of the tools for AI assistants."""
