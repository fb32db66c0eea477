"""The referee in a terminal, and the engine's README."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import referee
from referee.__main__ import main
from referee.editions import EDITIONS

README = Path(referee.__file__).with_name("README.md")
COMMANDS = re.findall(
    r"^\$ python -m referee (.*)\n((?:(?!\$|```).+\n)+)", README.read_text(), re.M
)


def test_the_examples_of_the_readme_are_true() -> None:
    assert doctest.testfile(str(README), module_relative=False).failed == 0


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_the_commands_of_the_readme_answer_as_printed(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(shlex.split(command))
    assert capsys.readouterr().out == output
    assert code == output.startswith("Not legal.")


@pytest.mark.parametrize(
    ("command", "code", "output"),
    [
        ("phase classic 1 'R8 B8 G8' 'R9 B9 W'", 0, "Legal."),
        ("phase classic 1 'W=8 W W' 'R9 B9 W'", 0, "Legal."),
        ("phase classic 'set 3' 'R8 B8'", 1, "Not legal."),
        ("phase express 'pair_run 4' 'R6 B6 G7 Y7'", 0, "Legal."),
        ("phase classic 'set 3' 'R8 B8 G8 Y8'", 0, "Legal."),
        ("phase classic 'set 3' 'R8 B8 G8 Y8' --no-oversize-groups", 1, "Not legal."),
        ("hit classic set 'R8 B8' G9", 1, "Not legal."),
        ("hit express pair_run 'R6 B6' G6 --pair-run-singles", 0, "Legal:\nR6 B6 G6"),
        ("hand classic 1 'R8 R8 R8'", 1, "Not legal."),
        ("hand classic 2 'R8 G12' --laid --table 'run: R4 G5 B6 Y7'", 0, "You can go out"),
        ("hand express 5 'R3 G3 B8 S Y9' --seen 'Y3 B3'", 0, "You need one more card: a Wild"),
        ("tally classic 'N 3 out' 'E 6 35'", 1, "Not legal."),
        ("tally classic 'N 3 out' 'E 1 55 down'", 0, "Legal."),
        ("tally classic 'N 3 0' 'E 1 55 down'", 0, "Legal."),
        ("tally classic 'N 3 out' 'E 1 55 not-down'", 0, "Legal."),
    ],
)
def test_the_code_tells_legal_from_illegal(
    command: str, code: int, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) == code
    assert capsys.readouterr().out.startswith(output)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_it_shows_the_rules_of_an_edition(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", edition]) == 0
    output = capsys.readouterr().out
    assert output.startswith(EDITIONS[edition].name)
    assert "Phase 10: " in output
    assert "10 points: 10, 11, 12" in output


def test_it_answers_questions_about_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split("rules classic two skips")) == 0
    output = capsys.readouterr().out
    assert output.startswith("Can a player have two Skips?\nNo: ")
    assert "(rulebook section 5)\n" in output
    assert main(shlex.split("rules express 'single card on a run of pairs'")) == 0
    assert "House rule: pair_run_singles\n" in capsys.readouterr().out
    assert main(shlex.split("rules classic xyzzy")) == 1
    assert capsys.readouterr().out == "No rule found. Try other words.\n"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "COMMAND"),
        ("phase tarot 1 R8", "tarot"),
        ("phase classic 11 R8", "Phases 1 to 10"),
        ("phase classic flush R8", "not a Phase"),
        ("phase classic 'run 13' R8", "not a possible Phase"),
        ("phase classic 1 R13", "not a card: R13"),
        ("phase classic 1 W7", "the classic deck has no W7"),
        ("phase classic 1 ''", "at least one card"),
        ("hit classic run 'R4 B6' G7", "no run"),
        ("hand classic 1 R8 --table 'flush: R4'", "not a kind of group"),
        ("hand classic 1 R8 --table 'run: R4 R9'", "--table"),
        ("tally classic 'N 3'", "not an entry"),
    ],
)
def test_it_says_what_it_cannot_read(
    command: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(command))
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err
