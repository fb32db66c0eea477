"""The command `tableside`, and in a wheel the folder that holds all code of the server."""
