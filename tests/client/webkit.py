"""WebKit, the engine of Safari, as Debian packages it: it draws what Chromium has shown.

Debian's browser logs in nowhere and taps nothing here: it gets the page as it stands.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from glob import glob
from typing import Any
from urllib.request import Request, urlopen

from tests.server import free_port, wait_for

BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"

# The page that is in view, with its styles, and in fonts that both browsers have.
PAGE = """async () => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  const styles = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()));
  const fonts = ":root { --sans: DejaVu Sans !important; --serif: DejaVu Serif !important; }";
  const copy = document.documentElement.cloneNode(true);
  for (const each of copy.querySelectorAll("script, link, meta")) each.remove();
  return `<!doctype html><style>${styles.join("")}${fonts}</style>${copy.outerHTML}`;
}"""
# Each element of a page in a frame of this size, with its height. Both browsers are asked.
HEIGHTS = """async ([page, width, height]) => {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width: ${width}px; height: ${height}px; border: 0`;
  frame.srcdoc = page;
  document.body.replaceChildren(frame);
  await new Promise((loaded) => frame.addEventListener("load", loaded));
  for (const dialog of frame.contentDocument.querySelectorAll("dialog[open]")) {
    dialog.close();
    dialog.showModal();
  }
  const shown = "body *:not(svg *, option, col, colgroup)";
  return Array.from(frame.contentDocument.querySelectorAll(shown), (element) => {
    const name = `${element.tagName} ${element.getAttribute("class") ?? ""}`;
    return [name, Math.round(element.getBoundingClientRect().height)];
  });
}"""

Heights = list[tuple[str, int]]


class WebKit:
    """A window of WebKit, told what to do by the protocol WebDriver."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        options = {"binary": glob(BROWSERS)[0], "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = ""
        self._session = "/" + self._tell("", capabilities=wanted)["sessionId"]

    def heights(self, page: str, width: int, height: int) -> Heights:
        """Draw a page in a frame; return its elements with their heights in pixels."""
        script = f"const [page, done] = arguments; ({HEIGHTS})(page).then(done)"
        args = [[page, width, height]]
        return [tuple(each) for each in self._tell("/execute/async", script=script, args=args)]

    def _tell(self, command: str, **content: Any) -> Any:
        request = Request(
            f"{self._address}/session{self._session}{command}", json.dumps(content).encode()
        )
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]


@contextmanager
def webkit() -> Iterator[WebKit]:
    """WebKit in a window that nobody sees."""
    with ExitStack() as stack:

        def start(*command: str, **options: Any) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process

        screen = start(
            "Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", stdout=subprocess.PIPE
        )
        assert screen.stdout
        display = f":{int(screen.stdout.readline())}"
        port = free_port()
        environment = {**os.environ, "DISPLAY": display}
        driver = start("WebKitWebDriver", f"--port={port}", env=environment)
        wait_for(f"http://127.0.0.1:{port}/status", driver)
        yield WebKit(port)
