"""The score sheet of a game: on paper (PDF) and as a picture for a chat (PNG).

`data` says what is on it, `words` how that is called, `drawing` lets Typst draw it by the
templates beside it. Of names and reasons only text ever reaches the templates, as JSON.
"""
