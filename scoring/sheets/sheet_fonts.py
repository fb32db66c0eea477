"""The fonts of a sheet: from packages, so that names look the same on every machine.

Typst has Libertinus Serif (Latin, Greek, Cyrillic, Hebrew) built in. From other packages come
FiraGO (Arabic, Thai, Devanagari) and Noto Sans CJK (Chinese, Japanese, Korean). Noto Emoji is in no
package of its own, so it lies in `fonts/`, without its hints.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

EMOJI = Path(__file__).parent / "fonts"
FIRAGO = ("figo", "figbo")  # regular and bold, by their names in the package


_unpacking = Lock()  # the first drawings may begin at the same moment


def font_folders() -> list[str]:
    """Return where all fonts are but Typst's own and those of the machine."""
    # Here, because a server should load no fonts before somebody wants a sheet.
    import noto_cjk_sans_jp_regular

    cjk = Path(str(noto_cjk_sans_jp_regular.FONT_PATH)).parent
    with _unpacking:
        return [str(EMOJI), str(cjk), _unpacked().name]


@cache
def _unpacked() -> TemporaryDirectory[str]:
    """Write the fonts that their package holds compressed; they are gone with the process."""
    import pymupdf_fonts

    directory = TemporaryDirectory(prefix="tableside-fonts-")
    for name in FIRAGO:
        Path(directory.name, f"{name}.ttf").write_bytes(pymupdf_fonts.myfont(name))
    return directory


@cache
def font_versions() -> str:
    """Return what changes when a font does, without reading the large ones."""
    packages = ("typst", "pymupdf-fonts", "noto-cjk-sans-jp-regular")
    emoji = b"".join(file.read_bytes() for file in sorted(EMOJI.glob("*.ttf")))
    return " ".join([*map(version, packages), hashlib.sha256(emoji).hexdigest()])
