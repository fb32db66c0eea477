"""What a server loads when it starts."""

from tests.server import run_python

ON_USE = (
    "openpyxl",  # to import workbooks
    "xlsxwriter",  # to export them
    "typst",  # to draw sheets
    "noto_cjk_sans_jp_regular",
    "pymupdf_fonts",
    "segno",  # for codes on pages
    "referee.simulator",  # to rate Phases
    "redis",  # with REDIS_URL alone
)
LIST = """
import gc, sys
import config.asgi
assert gc.isenabled()
print(*sys.modules)
"""


def test_what_few_requests_need_is_loaded_by_the_first_of_them() -> None:
    done = run_python("-c", LIST, DATABASE_URL="sqlite://:memory:", REDIS_URL="")
    loaded = done.stdout.split()
    assert {"config.asgi", "referee", "scoring.exchange.services.exports"} <= {*loaded}
    assert [name for name in ON_USE if name in loaded] == []
