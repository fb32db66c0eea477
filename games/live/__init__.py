"""Telling phones what happens, as it happens: streams over the log of events."""
