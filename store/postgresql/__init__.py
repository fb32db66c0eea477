"""Django's backend for PostgreSQL, for connections that are kept for long: see `base`."""
