"""The page for hosts names commands, services and settings that exist."""

import re
from pathlib import Path

import yaml
from django.core.management import get_commands

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def test_its_commands_exist() -> None:
    named = set(re.findall(r"manage\.py (\w+)", PAGE))
    assert len(named) > 8
    assert named <= set(get_commands())
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert (
        {"run", "setup"}
        <= set(re.findall(r"(?:`|&& |^)make ([a-z-]+)", PAGE, re.MULTILINE))
        <= targets
    )


def test_its_services_exist() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]
    lines = re.findall(r"docker compose (?:stop|start|exec -T|run --rm) ([^`\n]+)", PAGE)
    assert len(lines) > 5
    for line in lines:
        words = [word for word in line.split() if not word.startswith("-")]
        assert words[0] in services
    for line in re.findall(r"docker compose (?:stop|start) (.+)", PAGE):
        assert set(line.split()) == {"web", "worker", "beat"}


def test_its_settings_exist() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for kind, block in BLOCKS:
        if kind == "sh":
            for name in re.findall(r"^([A-Z_]+)=", block, re.MULTILINE):
                assert f"#{name}=" in example or name.startswith("COMPOSE_")


def test_a_backup_is_not_restored_over_tables() -> None:
    # What an upgrade has added would stay, and the next one would fail.
    restores = [line for _, block in BLOCKS for line in block.splitlines() if "pg_restore" in line]
    assert len(restores) == 2
    assert "--clean" not in PAGE
    assert PAGE.count("--exit-on-error --single-transaction") == 2
