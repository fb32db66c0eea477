"""What a page did that no page of the client may do."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, Response

# Runs in every page before its own scripts. The console tells of violations too, but not of those
# that happen while it is not yet listened to.
WATCH = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} of ${event.sourceFile}: ${event.blockedURI}`));
"""

# What the browser itself logs about answers and missing networks: judged by the answer below.
LOADING = re.compile(
    r"Failed to load resource|net::ERR_|WebSocket connection|when fetching the script"
)

# A place in a stack: `at record (http://localhost:8000/assets/index-Bq1.js:1:2345)`.
PLACE = re.compile(r"^ *at (.+:\d+:\d+\)?)$", re.MULTILINE)

# Answers that a client may get although nothing is wrong: conflicts and throttling.
EXPECTED = {409, 412, 429}

# Whoever looks at the end of a game asks for its night, which comes once the game is counted.
NOT_COUNTED_YET = re.compile(r"^404: GET .*/nights/\d{4}-\d\d-\d\d/$")


class Complaints:
    """Collects what is wrong in the pages of one context; empty if all is well."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.origin = origin
        self.found: list[str] = []
        self.crashed = False
        self._accepted: list[re.Pattern[str]] = [NOT_COUNTED_YET]
        self._tokens: set[str] = set()
        self._urls: set[str] = set()
        context.add_init_script(WATCH)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"uncaught: {_where(error.error)}"))
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("page", self._page)
        for page in context.pages:
            self._page(page)

    def accept(self, pattern: str) -> None:
        """Have what matches be as it should, such as `503` while the server is away."""
        self._accepted.append(re.compile(pattern))

    def all(self) -> list[str]:
        """Everything that is wrong, tokens in addresses included."""
        leaks = [
            f"a token in an address: {url.replace(token, '(token)')}"
            for url in sorted(self._urls)
            for token in self._tokens
            if token in url
        ]
        return [
            text
            for text in dict.fromkeys([*self.found, *leaks])
            if not any(pattern.search(text) for pattern in self._accepted)
        ]

    def _note(self, text: str) -> None:
        self.found.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not LOADING.search(message.text):
            self._note(f"console: {message.text}")

    def _page(self, page: Page) -> None:
        page.on("crash", self._crash)
        page.on("framenavigated", lambda frame: self._urls.add(frame.url.partition("#")[0]))

    def _crash(self, page: Page) -> None:
        self.crashed = True
        self._note(f"crashed: {page.url}")

    def _request(self, request: Request) -> None:
        self._urls.add(request.url.partition("#")[0])
        scheme, host, *_rest = urlsplit(request.url)
        if f"{scheme}://{host}" != self.origin and scheme not in ("blob", "data"):
            self._note(f"a foreign host: {request.url}")
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind == "Bearer":
            self._tokens.add(token)

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in EXPECTED:
            self._note(f"{response.status}: {response.request.method} {response.url}")


def _where(error: Error) -> str:
    """What was thrown, and the first place of its stack if it has one."""
    place = PLACE.search(error.stack or "")
    return f"{error.message} at {place[1]}" if place else error.message
