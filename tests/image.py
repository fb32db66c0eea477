"""Carry out the Dockerfile where there is no Docker: `make image-steps`.

Each stage is a folder with a Debian of its own, made by debootstrap; Debian's Python and the
Node.js of this machine stand in for the images that the stages begin with. Then the server runs as
the image and docker-compose.yml say: as its user, without rights, and all that it can write to is
/tmp and var/.

Linux only, as root. Mounts and processes end with the script, because both are in namespaces that
only it has. What was built stays in var/image/ to look at; the Debians are used again.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.server import ROOT, free_port

FOLDER = ROOT / "var" / "image"
INSTRUCTIONS = ("FROM", "WORKDIR", "ENV", "COPY", "RUN", "USER", "EXPOSE", "HEALTHCHECK", "CMD")
FLAGS = {"COPY": {"from"}, "HEALTHCHECK": {"interval", "timeout", "start-period"}}
# What Debian must have to stand in for an image.
BASES = {
    "node:22-slim": [],
    "python:3.11": ["python3-venv", "binutils"],
    "python:3.11-slim": ["python3-venv"],
}
NOT_IN_THE_IMAGE = ("cc", "gcc", "g++", "c++", "clang", "make", "node", "npm", "git")
SEARCHED = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
# How this machine reaches the network, for steps that fetch something.
PROXIES = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
NETWORK = (*PROXIES, "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "PIP_INDEX_URL")
NETWORK_FILES = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt")
MOST_MEGABYTES = 235  # 222 on 2026-11-27, without the base image
START_SECONDS, STOP_SECONDS = 120, 20


# --- Reading ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A line of a Dockerfile: `COPY --from=client a b` has flags {"from": "client"}, text "a b"."""

    instruction: str
    flags: dict[str, str]
    text: str


def steps(dockerfile: str) -> list[Step]:
    """Read a Dockerfile; raise ValueError for what this script cannot carry out."""
    lines = [line for line in dockerfile.splitlines() if not line.lstrip().startswith("#")]
    found = []
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        if not line.strip():
            continue
        instruction, _, text = line.strip().partition(" ")
        flags = {}
        while flag := re.match(r"--([a-z-]+)=(\S+)\s+", text):
            flags[flag[1]] = flag[2]
            text = text[flag.end() :]
        if instruction not in INSTRUCTIONS or set(flags) - FLAGS.get(instruction, set()):
            raise ValueError(f"Unknown step: {line}")
        if instruction in {"FROM", "WORKDIR", "ENV", "COPY", "USER"} and set(text) & set("$*?["):
            raise ValueError(f"Variables and patterns are not known here: {line}")
        found.append(Step(instruction, flags, text.strip()))
    return found


def command(text: str) -> list[str]:
    """The program and its arguments, of the form `["a", "b"]` or of a line for the shell."""
    if text.startswith("["):
        words: list[str] = json.loads(text)
        return words
    return ["/bin/sh", "-c", text]


def health_check(dockerfile: str) -> list[str]:
    [check] = [step.text for step in steps(dockerfile) if step.instruction == "HEALTHCHECK"]
    return command(check.removeprefix("CMD").strip())


def let_in(root: Path = ROOT) -> Iterator[Path]:
    """Give the files that .dockerignore lets into the image, as paths below `root`.

    As in Docker, the last line that fits a path or a folder above it decides.
    """
    lines = (root / ".dockerignore").read_text(encoding="utf-8").split("\n")
    lines = [line for line in lines if line and not line.startswith("#")]
    rules = [(_pattern(line.removeprefix("!")), line.startswith("!")) for line in lines]
    exceptions = [line[1:] for line in lines if line.startswith("!")]

    def is_let_in(path: str) -> bool:
        return next((is_in for rule, is_in in reversed(rules) if rule.match(path)), True)

    for folder, folders, files in os.walk(root):
        below = Path(folder).relative_to(root)
        names = {name: (below / name).as_posix() for name in folders + files}
        folders[:] = [
            name
            for name in folders
            if is_let_in(names[name])
            or any(line.startswith(names[name] + "/") for line in exceptions)
        ]
        yield from (Path(names[name]) for name in sorted(files) if is_let_in(names[name]))


def copy_let_in(folder: Path) -> None:
    """Copy what is let into the image."""
    for path in let_in():
        target = folder / path
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target)
        target.chmod(0o600)  # as where umask is 077: others than root could not read the code


def _pattern(line: str) -> re.Pattern[str]:
    wild = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*|\?|\[[^]]*\])", line.strip("/"))
    text = "".join(
        wild.get(part) or (part if part.startswith("[") else re.escape(part)) for part in parts
    )
    return re.compile(f"{text}(?:/|$)")


# --- Building ---------------------------------------------------------------------------


@dataclass
class Stage:
    """A root, and what the steps before have set."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "0:0"
    command: list[str] = field(default_factory=list)
    health_check: list[str] = field(default_factory=list)

    def path(self, name: str) -> Path:
        """Where a path of the image is on this machine."""
        return self.root / os.path.normpath(os.path.join("/", self.folder, name)).lstrip("/")

    def inside(self, program: Sequence[str]) -> list[str]:
        """The command that runs a program in this root, as its user and without any rights."""
        user, _, group = self.user.partition(":")
        drop = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups"]
        if user != "0":
            drop += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        return ["chroot", str(self.root), *drop, "env", f"--chdir={self.folder}", *program]

    def variables(self, **more: str) -> dict[str, str]:
        """The environment of its programs: nothing of this machine but what `more` says."""
        return {"PATH": SEARCHED, "HOME": "/nonexistent", **self.environment, **more}


def build(dockerfile: str) -> Stage:
    """Carry out a Dockerfile, and return its last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(FOLDER)
    context = Stage(FOLDER / "context")
    copy_let_in(context.root)
    for step in steps(dockerfile):
        begun = time.monotonic()
        if step.instruction == "FROM":
            image, *name = step.text.split(" AS ")
            stage = Stage(FOLDER / f"stage-{len(stages)}")
            stages[name[0] if name else str(len(stages))] = stage
            run(["cp", "--archive", str(base(image)), str(stage.root)])
            run(["mount", "-t", "proc", "proc", str(stage.root / "proc")])
        elif step.instruction == "COPY":
            copy(stages[step.flags["from"]] if step.flags else context, stage, step.text.split())
        else:
            carry_out(step, stage)
        say(f"{step.instruction} {step.text[:60]}", begun)
    stage.health_check = health_check(dockerfile)
    return stage


def carry_out(step: Step, stage: Stage) -> None:
    """Carry out a step that needs no other stage. EXPOSE does nothing."""
    match step.instruction:
        case "WORKDIR":
            stage.folder = "/" + str(stage.path(step.text).relative_to(stage.root))
            stage.path(".").mkdir(parents=True, exist_ok=True)
        case "ENV":
            stage.environment |= dict(word.split("=", 1) for word in shlex.split(step.text))
        case "RUN":
            network = {name: os.environ[name] for name in NETWORK if name in os.environ}
            environment = stage.variables(HOME="/root") | network
            run(stage.inside(command(step.text)), environment)
        case "USER":
            stage.user = step.text
        case "CMD":
            stage.command = command(step.text)


def base(image: str) -> Path:
    """A Debian that stands in for an image; made if there is none yet."""
    name, _, tag = image.partition(":")
    root = FOLDER / f"base-{image.replace(':', '-')}"
    if root.exists():
        return root
    partial = FOLDER / "base-partial"
    shutil.rmtree(partial, ignore_errors=True)
    packages = ",".join(["ca-certificates", *BASES[image]])
    debootstrap = ["debootstrap", "--variant=minbase", f"--include={packages}"]
    run([*debootstrap, "bookworm", str(partial)])
    for file in NETWORK_FILES:
        if Path(file).exists():
            shutil.copy(file, partial / file[1:])
    local = partial / "usr" / "local"
    if name == "python":
        # In /usr/local, as in the image; Debian's own pip refuses to install anything there.
        run(["chroot", str(partial), "python3", "-m", "venv", "/usr/local"], {"PATH": SEARCHED})
        version = run(["chroot", str(partial), "/usr/local/bin/python", "--version"])
        if tag.partition("-")[0] not in version:
            sys.exit(f"Debian has {version.strip()}, which cannot stand in for {image}.")
    else:
        # Debian's is too old for Vite.
        node = Path(run(["node", "--print", "process.execPath"]).strip())
        shutil.copy(node, local / "bin" / "node")
        npm = "lib/node_modules/npm"
        shutil.copytree(node.parents[1] / npm, local / npm, symlinks=True)
        (local / "bin" / "npm").symlink_to(f"../{npm}/bin/npm-cli.js")
    return partial.rename(root)


def copy(source: Stage, stage: Stage, words: list[str]) -> None:
    """COPY: files into a folder, or to a name, and what is in folders into a folder."""
    *names, target = words
    into = stage.path(target)
    for path in map(source.path, names):
        if path.is_dir():
            shutil.copytree(path, into, symlinks=True, dirs_exist_ok=True)
        else:
            place = into / path.name if target.endswith("/") or into.is_dir() else into
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, place)


# --- Running ----------------------------------------------------------------------------


def restrict(stage: Stage) -> None:
    """Mount it as docker-compose.yml says: only /tmp and the volume at var/ can be written."""
    root, volume = str(stage.root), FOLDER / "volume"
    # Docker fills a new volume with what the image has there.
    run(["cp", "--archive", str(stage.path("var")), str(volume)])
    run(["mount", "--bind", root, root])
    run(["mount", "-o", "remount,bind,ro", root])
    run(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", f"{root}/tmp"])
    run(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", f"{root}/dev/shm"])
    run(["mount", "--bind", str(volume), str(stage.path("var"))])


def serve(stage: Stage) -> None:
    """Run the server until it is healthy, ask it, and stop it."""
    port = str(free_port())
    environment = stage.variables(PORT=port, BIND="127.0.0.1")
    begun = time.monotonic()
    # As process 1, which signals reach only if it handles them.
    alone = ["unshare", "--pid", "--fork", "--kill-child", f"--mount-proc={stage.root}/proc"]
    outer = subprocess.Popen([*alone, *stage.inside(stage.command)], env=environment)
    check = stage.inside(stage.health_check)
    while subprocess.run(check, env=environment, capture_output=True, check=False).returncode:
        if outer.poll() is not None or time.monotonic() > begun + START_SECONDS:
            sys.exit("FAILED: the server is not healthy.")
        time.sleep(0.5)
    say("HEALTHCHECK succeeds", begun)
    address = f"http://127.0.0.1:{port}"
    checks = json.loads(get(f"{address}/readyz"))["checks"]
    expect(checks["database"] == checks["migrations"] == "ok", f"/readyz says {checks}")
    page = get(f"{address}/", Accept="text/html").decode()
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', page)
    expect(bool(scripts), "the client is served at /")
    expect(all(get(address + script) for script in scripts), f"and its scripts: {scripts}")
    for arguments in (["manage", "usage"], ["backup"], ["check"]):
        program = stage.inside(["python", "-m", "tableside", *arguments])
        done = subprocess.run(program, env=environment, capture_output=True, check=False, text=True)
        expect(done.returncode == 0, f"tableside {arguments[0]}{done.stderr and ': '}{done.stderr}")
    expect(stat.S_IMODE(stage.path("var/secret_key").stat().st_mode) == 0o600, "its key is its own")
    begun = time.monotonic()
    [first] = Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split()
    os.kill(int(first), signal.SIGTERM)
    code = outer.wait(timeout=STOP_SECONDS)
    expect(code == 0, f"it ends when told to, with code {code}")
    say("SIGTERM", begun)


def look(stage: Stage) -> None:
    """Look for what must not be in the image, and for what docker-compose.yml starts."""
    places = [stage.root / place[1:] for place in SEARCHED.split(":")]
    found = [
        str(place / name)
        for name in NOT_IN_THE_IMAGE
        for place in places
        if os.path.lexists(place / name)
    ]
    expect(not found, f"of {', '.join(NOT_IN_THE_IMAGE)}, the image has: {found or 'none'}")
    expect(not stage.path("client").exists(), "no sources of the client")
    sizes = {
        name: run(["du", "-sm", str(stage.path(name))]).split()[0] for name in ("/packages", ".")
    }
    size = f"MB: packages {sizes['/packages']}, code and client {sizes['.']}"
    expect(sum(map(int, sizes.values())) <= MOST_MEGABYTES, size)
    expect(stage.path("manage.py").stat().st_uid == 0, "the code is not its user's")
    # What the worker needs to reach Redis.
    variables = stage.variables(REDIS_URL="redis://127.0.0.1:6379/0", SECRET_KEY="x")
    run(stage.inside(["python", "-m", "celery", "-A", "config.celery", "report"]), variables)


def get(address: str, **headers: str) -> bytes:
    request = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        body: bytes = answer.read()
    return body


def run(words: Sequence[str], environment: dict[str, str] | None = None) -> str:
    """Run a program and return what it prints; end the script if it fails."""
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"FAILED: {shlex.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def expect(is_so: bool, what: str) -> None:
    """Say what is so; end the script if it is not."""
    if not is_so:
        sys.exit(f"FAILED: {what}")
    print(f"      ok {what}", flush=True)


def say(what: str, begun: float) -> None:
    print(f"{time.monotonic() - begun:6.1f} s {what}", flush=True)


def main() -> None:
    if os.getuid() != 0:
        sys.exit("This mounts folders and changes users: run it as root.")
    for program in ("debootstrap", "unshare", "setpriv", "node"):
        if not shutil.which(program):
            sys.exit(f"{program} is missing. On Debian: apt-get install debootstrap nodejs")
    if sys.argv[1:] != ["inside"]:
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvp("unshare", [*alone, sys.executable, "-m", "tests.image", "inside"])
    os.umask(0o022)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        if not old.name.startswith("base-"):
            shutil.rmtree(old)
    stage = build((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    look(stage)
    restrict(stage)
    serve(stage)
    print("All steps were carried out, and the server ran as docker-compose.yml restricts it.")


if __name__ == "__main__":
    main()
