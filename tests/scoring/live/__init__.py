"""Servers and workers in processes of their own, that know jobs which take their time."""
