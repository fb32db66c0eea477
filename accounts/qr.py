"""QR pictures of links, for a phone's camera."""

from __future__ import annotations

import segno


def svg(text: str) -> str:
    """Return a QR picture of `text` as an SVG element that fills the room it is given.

    Black on white with the quiet zone that readers need, whatever page it stands on.
    `text` itself is not in it, so it is safe to put into a page.

    >>> picture = svg("https://example.org/#pair=3467-9CFG")
    >>> picture.startswith("<svg "), picture.endswith("</svg>"), "example" in picture
    (True, True, False)
    """
    code = segno.make_qr(text, error="m")
    picture: str = code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    return picture
