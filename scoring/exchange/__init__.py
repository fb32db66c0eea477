"""What goes out and comes in: as rows, sheets and archives, and from the files of others."""
