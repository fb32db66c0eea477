"""What comes in from elsewhere, read: files to games, or to what is wrong with them."""
