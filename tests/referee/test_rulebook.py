"""The rules as short entries: true to the rulebook, and one behind every problem."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.editions import EDITIONS, Edition, load_edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, parse_phase
from referee.rulebook.concepts import CONCEPTS, CUES
from referee.rulebook.entries import RULE_ENTRIES, entries_for, entry_about
from referee.rulebook.rule_entry import Support
from referee.rulebook.search import STOP_WORDS
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleCode, RuleProblem
from referee.table import new_table
from referee.tally import check_tally
from referee.wire.hit import answer_hit
from referee.wire.phase import answer_phase
from referee.wire.tally import answer_tally
from referee.wording import ENGLISH
from tests.api.reference import settled

from .test_codes import HITS, LAY_DOWNS, TALLIES, cards_of
from .test_plays import PLAYS, do

ROOT = Path(__file__).parents[2]
MASTERS = Path(__file__).parent / "editions" / "masters.toml"
RULEBOOK = (ROOT / "docs" / "rulebook.md").read_text("utf-8")
SECTION = re.compile(r"\d(\.\d+)?")
ENTRIES = list(RULE_ENTRIES.values())


def sections_of_the_rulebook() -> set[str]:
    """Chapters, and the numbered paragraphs inside them."""
    sections = set()
    for chapter in re.split(r"^## ", RULEBOOK, flags=re.M)[1:]:
        title, _, text = chapter.partition("\n")
        number = title.partition(".")[0]
        sections |= {number, *(f"{number}.{n}" for n in re.findall(r"^(\d+)\. ", text, re.M))}
    return sections


# --- The entries ------------------------------------------------------------------------


def test_the_sections_are_those_of_the_rulebook() -> None:
    assert {"1", "3", "3.9", "4.6", "7.3"} <= sections_of_the_rulebook()
    cited = {section for entry in ENTRIES for section in entry.sections}
    assert cited <= sections_of_the_rulebook()
    # All rules are covered, not only the popular ones; chapter 8 is about the API.
    assert {section.partition(".")[0] for section in cited} == set("1234567")
    for chapter in ("3", "4", "7"):
        numbered = {s for s in sections_of_the_rulebook() if s.startswith(f"{chapter}.")}
        assert numbered <= cited, "a numbered rule of the rulebook has no entry"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_entry_is_short_and_whole(entry: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
    assert entry.sections
    assert entry.title.endswith("?") or entry.title.startswith("House variant: ")
    assert len(entry.keyword_list()) >= 3
    assert any(map(entry.where, EDITIONS.values()))
    for edition in filter(entry.where, EDITIONS.values()):
        answer = entry.answer_for(edition)
        assert answer.endswith(".")
        assert len(answer) < 240
        assert "%" not in answer
        # Two colons in one sentence read badly.
        assert all(sentence.count(":") < 2 for sentence in answer.split(". "))
    offer = entry.in_the_app
    if offer is not None:
        assert offer.text.endswith(".")
        assert (offer.house_rule is not None) == (offer.support is Support.HOUSE_RULE)
    assert entry.official or offer is not None, "say what the app does about a house variant"


def test_titles_differ() -> None:
    titles = [entry.title for entry in ENTRIES]
    assert len(titles) == len(set(titles))


def test_there_are_about_forty_official_ones_for_each_edition() -> None:
    for edition in EDITIONS.values():
        assert 40 <= sum(entry.official for entry in entries_for(edition)) <= 55


def test_every_house_rule_has_an_entry_in_the_editions_that_have_it() -> None:
    switches = {field.name for field in fields(HouseRules)}
    offered = {e.in_the_app.house_rule: e for e in ENTRIES if e.in_the_app}
    assert offered.keys() - {None} == switches
    for edition in EDITIONS.values():
        for name in edition.house_rules:
            assert offered[name].where(edition)


def test_house_variants_say_that_they_are_not_official() -> None:
    variants = [entry for entry in ENTRIES if entry.title.startswith("House variant")]
    assert {"variant-any-order", "variant-own-lists", "variant-floating-wilds"} <= {
        entry.id for entry in variants
    }
    for entry in variants:
        assert not entry.official
        for edition in filter(entry.where, EDITIONS.values()):
            assert entry.answer_for(edition).startswith("Not in the official rules: ")


def marked_texts() -> set[str]:
    """The texts in the modules of the entries that gettext's tools find."""
    folder = Path(referee.__file__).parent / "rulebook"
    return {
        argument.value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("gettext_noop", "ngettext_noop")
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_every_entry_has_cues_and_every_concept_is_one_of_some() -> None:
    assert CUES.keys() == RULE_ENTRIES.keys()
    cued = {concept for cues in CUES.values() for concept in cues.replace(",", " ").split()}
    assert {concept for concept in cued if not concept.isdecimal()} == CONCEPTS.keys()


def test_every_text_can_be_translated() -> None:
    used = {STOP_WORDS, *CONCEPTS.values()}
    for entry in ENTRIES:
        used |= {entry.title, entry.keywords}
        used |= {entry.in_the_app.text} if entry.in_the_app else set()
        for sentence in entry.sentences:
            template = sentence.template
            used |= {template} if isinstance(template, str) else {*template}
    assert used <= marked_texts()


# --- Editions ---------------------------------------------------------------------------


def ids(edition: str) -> set[str]:
    return {entry.id for entry in entries_for(EDITIONS[edition])}


def answer(entry: str, edition: str) -> str:
    return RULE_ENTRIES[entry].answer_for(EDITIONS[edition])


def test_flip_has_no_skips_and_the_others_have_no_flip_symbols() -> None:
    assert ids("classic") == ids("express")
    assert ids("classic") - ids("flip") == {
        "draw-special",
        "skip",
        "skip-twice",
        "skipped-turn",
        "skip-with-two",
        "last-card-skip",
        "skip-in-group",
        "variant-one-skip",
    }
    assert ids("flip") - ids("classic") == {
        "flip-symbol",
        "last-card-flip",
        "side-in-play",
        "hit-other-side",
        "color-of-a-run",
    }


def test_no_answer_names_a_card_that_the_edition_lacks() -> None:
    absent = {"classic": r"\b(Stars?|Flip|side)\b", "flip": r"\bSkip"}
    absent["express"] = absent["classic"]
    for slug, pattern in absent.items():
        for entry in entries_for(EDITIONS[slug]):
            assert not re.search(pattern, answer(entry.id, slug)), (slug, entry.id)


@pytest.mark.parametrize(
    ("entry", "classic", "flip", "express"),
    [
        ("hand-size", "dealt 10 cards", "dealt 10 cards", "dealt 5 cards"),
        ("hand-size", "at most 11", "at most 11", "at most 6"),
        (
            "deck",
            "108 cards: 96 number cards, 8 Wilds and 4 Skips.",
            "104 cards with two sides. "
            "The color side has 96 number cards and 8 Stars, "
            "the wild side 96 number cards and 8 Stars.",
            "54 cards: 48 number cards, 3 Wilds and 3 Skips.",
        ),
        (
            "copies",
            "There are 2 cards of each number in each color.",
            "On the wild side there are 8 cards of each number.",
            "There is 1 card of each number in each color.",
        ),
        (
            "points",
            "5 points for 1 to 9, 10 points for 10 to 12, 15 points for a Skip and 25 points "
            "for a Wild.",
            "5 points for 1 to 9, 10 points for 10 to 12 and 20 points for a Star.",
            "5 points for 1 to 9, 10 points for 10 to 12, 15 points for a Skip and 25 points "
            "for a Wild.",
        ),
        (
            "first-discard",
            "A Skip that is turned up skips the first player. A Wild may be taken",
            "A Flip symbol that is turned up does nothing.",
            "A Skip that is turned up skips the first player. A Wild may be taken",
        ),
        ("wild-values", "A Wild stands for", "A Star with a color stands for", "A Wild stands"),
        ("players", "2 to 6 players.", "2 to 6 players.", "2 to 6 players."),
    ],
)
def test_answers_have_the_facts_of_the_edition(
    entry: str, classic: str, flip: str, express: str
) -> None:
    for edition, expected in (("classic", classic), ("flip", flip), ("express", express)):
        assert expected in answer(entry, edition)


def test_a_fourth_edition_has_its_rules_without_a_line_of_code() -> None:
    masters = load_edition("masters", tomllib.loads(MASTERS.read_text("utf-8")))
    entries = {entry.id: entry for entry in entries_for(masters)}
    assert entries.keys() == ids("classic")
    assert "10 Wilds" in entries["deck"].answer_for(masters)
    assert "20 points for a Wild" in entries["points"].answer_for(masters)


def test_numbers_that_cost_the_same_are_named_together_only_if_they_follow_each_other() -> None:
    data = tomllib.loads(MASTERS.read_text("utf-8"))
    data["points"]["numbers"] = {"1-1": 3, "2-8": 6, "9-12": 3}
    odd = load_edition("odd", data)
    text = RULE_ENTRIES["points"].answer_for(odd)
    assert "3 points for 1 or 9 to 12, 6 points for 2 to 8" in text


# --- The entry behind a problem ---------------------------------------------------------


def assert_explained(edition: Edition, problem: RuleProblem) -> None:
    entry = entry_about(problem.code, problem.rule)
    said = f"an entry with the code {problem.code} that cites section {problem.rule}"
    assert problem.code in entry.codes, said
    assert problem.rule in entry.sections, said
    assert entry.where(edition), f"{said} and applies to {edition.slug}"


def test_every_code_has_an_entry() -> None:
    explained = {code for entry in ENTRIES for code in entry.codes}
    assert explained == set(RuleCode), "name the code in an entry of referee.rulebook"


def test_a_code_and_a_section_lead_to_one_entry() -> None:
    pairs = [(code, s) for entry in ENTRIES for code in entry.codes for s in entry.sections]
    assert len(pairs) == len(set(pairs))


def pairs_in_the_code() -> Iterator[tuple[str, RuleCode, str]]:
    """Every code that the engine has next to a section, in a call or a tuple."""
    for path in sorted(Path(referee.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
            elif isinstance(node, ast.Tuple):
                given = node.elts
            else:
                continue
            codes = [
                RuleCode[arg.attr]
                for arg in given
                if isinstance(arg, ast.Attribute)
                and isinstance(arg.value, ast.Name)
                and arg.value.id == "RuleCode"
            ]
            sections = [
                arg.value
                for arg in given
                if isinstance(arg, ast.Constant)
                and isinstance(arg.value, str)
                and SECTION.fullmatch(arg.value)
            ]
            yield from ((path.name, code, section) for code in codes for section in sections)


def test_every_problem_in_the_code_is_explained_by_an_entry_that_cites_its_section() -> None:
    pairs = set(pairs_in_the_code())
    assert len(pairs) > 20
    for file, code, section in sorted(pairs):
        entry = entry_about(code, section)
        assert section in entry.sections, (
            f"{file}: no entry of referee.rulebook has the code {code} and cites section {section}"
        )


def illegal_plays() -> Iterator[tuple[Edition, RuleProblem]]:
    """The problems of the plays that `test_codes` and `test_plays` have for every code."""
    for slug, asked, illegal, _legal, *rest in LAY_DOWNS.values():
        edition = EDITIONS[slug]
        phase = edition.phases[asked - 1] if isinstance(asked, int) else parse_phase(asked)
        verdict = check_phase(edition, phase, list(map(cards_of, illegal)), *rest)
        yield from ((edition, problem) for problem in verdict.problems)
    for slug, kind, target, cards, _legal, *rest in HITS.values():
        more = rest[0] if rest else {}
        hit = check_hit(
            EDITIONS[slug], KINDS[KindName(kind)], cards_of(target), cards_of(cards), **more
        )
        yield from ((EDITIONS[slug], problem) for problem in hit.problems)
    for code, (entries, _legal) in TALLIES.items():
        edition = EDITIONS["flip" if code is RuleCode.MIXED_SIDES else "classic"]
        tally = check_tally(edition, edition.phases, entries)
        yield from ((edition, problem) for problem in tally.problems)
    for seating, before, ask, *_ in PLAYS.values():
        ruling = ask(do(new_table(seating), *before))
        yield from ((seating.edition, problem) for problem in ruling.problems)


def test_every_illegal_play_is_explained_in_its_edition() -> None:
    problems = list(illegal_plays())
    in_hand = RuleCode.MUST_LAY_DOWN  # its tally is in test_must_lay_down.py
    assert {problem.code for _, problem in problems} == set(RuleCode) - {in_hand}
    for edition, problem in problems:
        assert_explained(edition, problem)


@pytest.mark.parametrize(
    ("target", "card", "section", "entry"),
    [
        ("R4 W=5 R6", "B5", "3", "replace-wild"),
        ("R10 R11 R12", "R1", "2", "end-of-run"),
        ("R4 R5 R6", "R9", "4.2", "ends-of-a-run"),
    ],
)
def test_a_card_that_does_not_fit_a_run_leads_to_the_rule_about_the_main_reason(
    target: str, card: str, section: str, entry: str
) -> None:
    run = KINDS[KindName.RUN]
    [problem] = check_hit(EDITIONS["classic"], run, cards_of(target), cards_of(card)).problems
    assert (problem.rule, entry_about(problem.code, problem.rule).id) == (section, entry)


@pytest.mark.parametrize(
    ("name", "ask"), [("phase", answer_phase), ("hit", answer_hit), ("tally", answer_tally)]
)
def test_every_problem_on_the_wire_leads_to_its_entry(name: str, ask: Any) -> None:
    count = 0
    for body in (case["body"] for case in settled(name)):
        try:
            problems = ask(body, ENGLISH)["problems"]
        except ValueError:  # a malformed question
            continue
        for problem in problems:
            entry = RULE_ENTRIES[problem["rule_entry"]]
            assert problem["code"] in entry.codes
            assert problem["rule"] in entry.sections
            assert entry.where(EDITIONS[body["edition"]])
            count += 1
    assert count > 50
