"""Draw the icons of the client from public/icons/icon.svg: run it after changing that.

.venv/bin/python client/build/draw_icons.py
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.services import chromium

ICONS = Path(__file__).parents[1] / "public" / "icons"
ROUNDED = ' rx="112"'  # the corners of the picture; phones that mask it want none
DRAWN = {
    "icon-192.png": (192, True),
    "icon-512.png": (512, True),
    "icon-maskable-512.png": (512, False),
    "apple-touch-icon.png": (180, False),
}


def main() -> None:
    source = (ICONS / "icon.svg").read_text(encoding="utf-8")
    assert ROUNDED in source
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (size, is_rounded) in DRAWN.items():
            svg = source if is_rounded else source.replace(ROUNDED, "")
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
