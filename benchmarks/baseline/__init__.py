"""An empty authenticated view as it was in November 2026: what recording is compared with.

It shares no code with the project, so that no change of the project moves it: only the tables of
accounts and devices, whose tokens it looks up.
"""
