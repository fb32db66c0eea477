"""What the headings of a sheet mean."""

from __future__ import annotations

from scoring.exchange.paper.words import WORDS, simplify_word, split_words

# Columns that people keep and an import does not need.
UNREAD = ("place", "notes")


def column_name(heading: str) -> str:
    """Return the name of the column with this heading, or the heading written like a name.

    >>> column_name("Went Out"), column_name("ist-raus"), column_name("PHASES  RÉUSSIES")
    ('went_out', 'went_out', 'completed')
    """
    name = simplify_word(heading)
    return COLUMN_OF_HEADING.get(name, name)


OWN_COLUMNS = ("player_id", "stints")  # that only our exports have
COLUMN_OF_HEADING = {
    simplify_word(heading): column
    for words in WORDS.values()
    for column, headings in words.headings.items()
    for heading in split_words(headings)
} | {column: column for column in (*WORDS["en"].headings, *OWN_COLUMNS)}
