"""The files of a release, checked: `make release`.

Version, changelog and tag agree; `dist/` gets the archive of the sources beside the wheel, and
their checksums. Nothing is published: the commands that would are printed.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from config.release import project_version

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
NEWS = "client/src/screens/me/news.ts"


def mistakes(version: str, changelog: str, news: str, tags: list[str]) -> Iterator[str]:
    """Tell what does not agree; `news` is the client's file, `tags` are those of the commit.

    >>> good = "# Changelog\\n\\n## Unreleased\\n\\n## 1.0.0 - 2026-11-24\\n\\n- Cards.\\n"
    >>> news = 'export const NEWS_OF = "1.0.0";'
    >>> list(mistakes("1.0.0", good, news, ["v1.0.0"]))
    []
    >>> list(mistakes("1.0.1", good, news.replace("0.0", "0.1"), []))
    ['CHANGELOG.md: the newest release is 1.0.0, the version is 1.0.1.', 'No tag: git tag v1.0.1']
    >>> new = good.replace("Unreleased", "Unreleased\\n\\n- Dice.")
    >>> list(mistakes("1.0.0", new, "", ["v1.0.0"]))
    ['CHANGELOG.md: some of it is unreleased.', 'client/src/screens/me/news.ts is not about 1.0.0.']
    """
    parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    releases = dict(zip(parts[1::2], parts[2::2], strict=True))
    if releases.pop("Unreleased", "").strip():
        yield "CHANGELOG.md: some of it is unreleased."
    newest, _, date = next(iter(releases), "").partition(" - ")
    if newest != version:
        yield f"CHANGELOG.md: the newest release is {newest or 'none'}, the version is {version}."
    elif not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        yield f"CHANGELOG.md: {version} has no date."
    if f'NEWS_OF = "{version}"' not in news:
        yield f"{NEWS} is not about {version}."
    if f"v{version}" not in tags:
        yield f"No tag: git tag v{version}"


def main() -> None:
    version = project_version(ROOT)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    news = (ROOT / NEWS).read_text(encoding="utf-8")
    found = [*mistakes(version, changelog, news, git("tag", "--points-at", "HEAD").split())]
    if git("status", "--porcelain"):
        found.append("Some files are not committed.")
    if found:
        sys.exit("\n".join(["This is no release:", *found]))
    name = f"tableside-{version}"
    archive = DIST / f"{name}.tar.gz"
    git("archive", f"--prefix={name}/", f"--output={archive}", "HEAD")
    files = [archive, DIST / f"{name}-py3-none-any.whl"]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print(*sums, sep="", end="")
    print(f"To publish the package:  uv publish {files[1].relative_to(ROOT)}")
    print(f"To publish the tag:      git push origin v{version}")
    print(
        "To publish the image:    docker buildx build --platform linux/amd64,linux/arm64"
        f" --tag REGISTRY/tableside:{version} --push ."
    )


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
