"""Taking games in and out: exports, archives, and imports of files from elsewhere."""
