"""The score sheet of a game: on paper (PDF) and as a picture for a chat (PNG).

`data` says what is on a sheet, `words` has its texts, and `drawing` has Typst draw it with the
templates in `typ/`. Names and reasons reach the templates only as text, in JSON.
"""
