"""Previews, imports and exports as typed JSON answers: the `result` of their jobs."""
