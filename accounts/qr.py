"""QR codes of links, for a phone's camera."""

from __future__ import annotations

from io import BytesIO


def qr_svg(text: str) -> str:
    """Return a QR code of `text` as an SVG document that fills its container.

    Black on white, with the quiet zone that readers need, on any background. It does not contain
    `text` itself, so it is safe to embed in a page. It has a namespace, which `<img>` needs.

    >>> picture = qr_svg("https://example.org/#pair=3467-9CFG")
    >>> picture.startswith("<svg "), picture.endswith("</svg>"), "example" in picture
    (True, True, False)
    """
    import segno  # here, because a server should not load it before somebody wants a code

    code = segno.make_qr(text, error="m")
    file = BytesIO()
    code.save(
        file,
        kind="svg",
        xmldecl=False,
        nl=False,
        omitsize=True,
        border=4,
        dark="#000",
        light="#fff",
    )
    return file.getvalue().decode()
