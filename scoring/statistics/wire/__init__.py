"""Statistics as typed JSON answers."""
