"""Makes the standard library for phones: what the rules need, and compiled. Pyodide runs this.

Pyodide's own library is source code, which a phone would compile at each start.
"""

import io
import py_compile
import sys
import tempfile
import zipfile
from pathlib import Path

# Modules and packages; a package is kept whole, unless some of it is named.
KEPT = set(
    """
    __future__ _ast_unparse _collections_abc _colorize _compat_pickle _opcode_metadata _py_abc
    _py_warnings _pyodide _sitebuiltins _ssl _strptime
    _sysconfigdata__emscripten_wasm32-emscripten _threading_local _weakrefset abc annotationlib
    argparse ast asyncio base64 bisect bz2 calendar codecs codeop collections compression
    concurrent/__init__ concurrent/futures/__init__ concurrent/futures/_base
    concurrent/futures/thread contextlib contextvars copy copyreg dataclasses datetime decimal
    dis encodings/__init__ encodings/aliases encodings/ascii encodings/cp437 encodings/idna
    encodings/latin_1 encodings/utf_8 encodings/utf_8_sig encodings/raw_unicode_escape
    encodings/unicode_escape enum fnmatch fractions functools genericpath getopt gettext glob
    graphlib gzip hashlib heapq hmac http/__init__ importlib inspect io json keyword linecache
    locale logging/__init__ lzma ntpath numbers opcode operator os pathlib pickle pkgutil
    platform posixpath pprint pyodide queue random re reprlib runpy secrets selectors shutil
    signal site socket ssl stat statistics string stringprep struct subprocess symtable
    sysconfig tarfile tempfile textwrap threading token tokenize tomllib traceback tracemalloc
    types typing urllib uuid warnings weakref zipfile zipimport zoneinfo
    """.split()  # noqa: SIM905
)
WITH_DOCSTRINGS = ("_pyodide/", "pyodide/")  # it reads its own
ALWAYS = (1980, 1, 1, 0, 0, 0)  # equal modules make equal bytes


def library() -> bytes:
    """Return the library as an archive. It is not compressed: the server does that better."""
    everything = next(path for path in sys.path if path.endswith(".zip"))
    made = io.BytesIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        zipfile.ZipFile(everything) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target,
    ):
        for name in sorted(source.namelist()):
            if is_kept(name):
                code = compiled(source.read(name), name, everything, Path(folder))
                target.writestr(zipfile.ZipInfo(f"{name}c", ALWAYS), code)
    return made.getvalue()


def is_kept(name: str) -> bool:
    stem, _dot, kind = name.rpartition(".")
    parts = stem.split("/")
    return kind == "py" and any("/".join(parts[:length]) in KEPT for length in (1, 2, 3, 4))


def compiled(source: bytes, name: str, archive: str, folder: Path) -> bytes:
    """Return what Python would cache of a module, to be used without looking at the source."""
    written, made = folder / "module.py", folder / "module.pyc"
    written.write_bytes(source)
    py_compile.compile(
        str(written),
        cfile=str(made),
        dfile=f"{archive}/{name}",
        doraise=True,
        optimize=0 if name.startswith(WITH_DOCSTRINGS) else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    return made.read_bytes()
