"""Games on their way out and in: as rows, sheets, archives."""
