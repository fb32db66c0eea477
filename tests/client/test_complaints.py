"""Whatever no page may do fails the test in which a page does it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.phone import Phone

pytestmark = pytest.mark.no_rules


@pytest.mark.parametrize(
    ("does", "complaint"),
    [
        ("console.error('Something is wrong')", "console: Something is wrong"),
        ("setTimeout(() => { throw new Error('thrown') })", "uncaught: thrown"),
        ("void Promise.reject(new Error('rejected'))", "uncaught: rejected"),
        ("void fetch('http://example.org/').catch(() => 0)", "console: CSP: connect-src"),
        ("location.assign('http://example.org/')", "a foreign host: http://example.org/"),
        ("void fetch('/api/v1/nothing/')", "404: GET {address}/api/v1/nothing/"),
        (
            "void fetch('/', {headers: {authorization: 'Bearer of-Anna'}})"
            ".then(() => fetch('/?token=of-Anna'))",
            "a token in an address: {address}/?token=(token)",
        ),
        ("document.body.innerHTML = '<p style=\"color:red\">'", "console: CSP: style-src-attr"),
    ],
)
def test_a_page_does_what_no_page_may(
    phone: Callable[..., Phone], address: str, does: str, complaint: str
) -> None:
    someone = phone()
    page = someone.open()
    assert someone.complaints.all() == []
    page.evaluate(does)
    text = complaint.format(address=address)
    for _moment in range(250):
        if any(found.startswith(text) for found in someone.complaints.all()):
            break
        page.wait_for_timeout(20)
    else:
        pytest.fail(f"{text!r} is not in {someone.complaints.all()}")
    someone.complaints.accept(".*")


def test_it_says_where_an_error_was_thrown(phone: Callable[..., Phone]) -> None:
    someone = phone()
    page = someone.open()
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(function record() { throw new Error('thrown') })")
    assert someone.complaints.all()[0].startswith("uncaught: thrown at record (")
    someone.complaints.accept(".*")
