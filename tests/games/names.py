"""Names that people have, and texts that are none."""

GOOD_NAMES = {
    "80 letters": "x" * 80,
    "emoji with a joiner": "👩‍👩‍👧‍👦 Família",
    "80 emoji": "🂡" * 80,
    "right to left": "שולחן המטבח",
    "right to left with numbers": "مجموعة 42",
    "Devanagari with a joiner": "क्‍षत्रिय",
    "an apostrophe": "O'Neill; DROP TABLE games_group",
}
BAD_NAMES = {
    "nothing": "",
    "blanks": "   ",
    "81 letters": "x" * 81,
    "10 000 letters": "x" * 10_000,
    "a zero byte": "a\x00b",
    "a line break": "a\nb",
    "an escape": "a\x1bb",
    "what turns text around": "a\u202eb",
    "a number": 7,
    "null": None,
    "a list": ["x"],
}
