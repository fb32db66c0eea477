"""The referee in a terminal; `python -m referee --help` says how."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields

from referee.card_groups import NotAGroup
from referee.cards import Card, UnreadableCard, parse_card
from referee.editions import EDITIONS, Edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, parse_phase
from referee.points import score
from referee.rulebook.search import RuleSearch
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleProblem
from referee.solver.analysis import analyse
from referee.solver.hand_problems import NotAHand
from referee.solver.targets import Target
from referee.solver.turn import HandPlay
from referee.tally import TallyEntry, TallyLine, check_tally
from referee.wording import name_phase, name_requirement

LEGAL, ILLEGAL = 0, 1  # argparse ends with 2 if it cannot read the question
MAX_ANSWERS = 3  # to a question about the rules

_ENTRY = re.compile(r"(\S+)\s+(\d+)\s+(\d+|out)(?:\s+(down|not-down))?", re.ASCII)


Answer = Callable[[Edition, argparse.Namespace], int]


class UsageError(Exception):
    """The question cannot be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer a question; return 0 if the play is legal, 1 if not. Exits with 2 if unreadable."""
    parser = _parser()
    options = parser.parse_args(arguments)
    answer: Answer = options.answer
    try:
        return answer(EDITIONS[options.edition], options)
    except UsageError as error:
        parser.error(str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m referee",
        description="Rule on plays, hands and tallies.",
        epilog="Cards: R7, W, S, R*, W7, W=R7. Several cards are one argument: 'R8 B8 G8'.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    phase = _command(commands, "phase", _phase, "may these groups be laid down?")
    phase.add_argument("phase", help="a number, or such as 'set 3 + run 4'")
    phase.add_argument("groups", nargs="+", metavar="group", help="cards")
    _add_house_rules(phase)

    hit = _command(commands, "hit", _hit, "may these cards be added to a group?")
    hit.add_argument("kind", choices=[kind.value for kind in KindName])
    hit.add_argument("target", help="the cards of the group, in table order")
    hit.add_argument("cards")
    _add_house_rules(hit)

    hand = _command(commands, "hand", _hand, "what can this hand do?")
    hand.add_argument("phase", help="a number, or such as 'set 3 + run 4'")
    hand.add_argument("hand", help="the cards in hand after the draw")
    hand.add_argument(
        "--table", action="append", default=[], metavar="GROUP", help="such as 'run: R4 B5 G6'"
    )
    hand.add_argument("--laid", action="store_true", help="the Phase is already laid down")
    hand.add_argument("--seen", default="", help="cards known to be elsewhere")
    _add_house_rules(hand)

    counted = _command(commands, "score", _score, "how many points are these cards?")
    counted.add_argument("cards")

    tally = _command(commands, "tally", _tally, "can this be the tally of a round?")
    tally.add_argument(
        "entries",
        nargs="+",
        metavar="entry",
        help="player, number of the Phase, and 'out' or the points; "
        "then 'down' or 'not-down' if the points leave that open",
    )
    rules = _command(
        commands,
        "rules",
        _rules,
        "an edition's deck, Phases and points, or what answers a question",
    )
    rules.add_argument("question", nargs="*", help="such as 'two skips'")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    answer: Answer,
    description: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=description)
    parser.add_argument("edition", choices=list(EDITIONS))
    parser.set_defaults(answer=answer)
    return parser


def _add_house_rules(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("house rules")
    for rule in fields(HouseRules):
        option = f"--{rule.name.replace('_', '-')}"
        group.add_argument(option, action=argparse.BooleanOptionalAction, default=rule.default)


def _phase(edition: Edition, options: argparse.Namespace) -> int:
    phase = _read_phase(edition, options.phase)
    groups = [_read_cards(edition, group) for group in options.groups]
    verdict = check_phase(edition, phase, groups, _read_house_rules(options))
    if not verdict.is_legal:
        return _print_problems(verdict.problems)
    print("Legal, but the player has to choose:" if verdict.is_ambiguous else "Legal.")
    for requirement, reading in zip(phase, verdict.readings, strict=True):
        name = name_requirement(requirement).render()
        for standing in reading.standings if reading.is_ambiguous else reading.standings[:1]:
            print(f"{name}: {_write_cards(standing.cards)}")
    return LEGAL


def _hit(edition: Edition, options: argparse.Namespace) -> int:
    kind = KINDS[KindName(options.kind)]
    target = _read_cards(edition, options.target)
    cards = _read_cards(edition, options.cards)
    try:
        verdict = check_hit(edition, kind, target, cards, rules=_read_house_rules(options))
    except NotAGroup:
        raise UsageError(f"no {kind.name} in table order: {options.target}") from None
    if not verdict.is_legal:
        return _print_problems(verdict.problems)
    print("Legal, but the player has to choose:" if verdict.is_ambiguous else "Legal:")
    for standing in (verdict.target,) if verdict.target else verdict.choices:
        print(_write_cards(standing.cards))
    return LEGAL


def _hand(edition: Edition, options: argparse.Namespace) -> int:
    try:
        analysis = analyse(
            edition,
            _read_phase(edition, options.phase),
            _read_cards(edition, options.hand),
            table=[_read_target(edition, text) for text in options.table],
            phase_laid=options.laid,
            seen=_read_cards(edition, options.seen) if options.seen else (),
            rules=_read_house_rules(options),
        )
    except NotAHand as error:
        return _print_problems(error.problems)
    except NotAGroup:
        raise UsageError("a group of --table is not one of its kind in table order") from None
    print(analysis.message)
    if analysis.going_out is not None:
        for play in analysis.going_out:
            print(_write_play(play, options.table))
        return LEGAL
    for standing in analysis.groups:
        print(f"lay down {_write_cards(standing.cards)}")
    for play in analysis.plays:
        print(_write_play(play, options.table))
    return LEGAL


def _score(edition: Edition, options: argparse.Namespace) -> int:
    print(score(edition, _read_cards(edition, options.cards)))
    return LEGAL


def _tally(edition: Edition, options: argparse.Namespace) -> int:
    entries = [_read_entry(text) for text in options.entries]
    verdict = check_tally(edition, edition.phases, entries)
    if not verdict.is_legal:
        return _print_problems(verdict.problems)
    print("Legal.")
    for line in verdict.lines:
        print(_write_line(line))
    return LEGAL


def _rules(edition: Edition, options: argparse.Namespace) -> int:
    question = " ".join(options.question)
    return _print_answers(edition, question) if question.strip() else _print_edition(edition)


def _print_answers(edition: Edition, question: str) -> int:
    found = RuleSearch([edition]).find(question)[:MAX_ANSWERS]
    if not found:
        print("No rule found. Try other words.")
        return ILLEGAL
    for entry in found:
        print(entry.title)
        sections = ", ".join(entry.sections)
        label = "section" if len(entry.sections) == 1 else "sections"
        print(f"{entry.answer_for(edition)} (rulebook {label} {sections})")
        if entry.in_the_app is not None and entry.in_the_app.house_rule is not None:
            print(f"House rule: {entry.in_the_app.house_rule}")
    return LEGAL


def _print_edition(edition: Edition) -> int:
    print(
        f"{edition.name}: {edition.deck_size} cards, {edition.dealt} dealt, "
        f"{edition.min_players} to {edition.max_players} players"
    )
    for number, phase in enumerate(edition.phases, 1):
        print(f"Phase {number}: {name_phase(phase).render()}")
    by_points: dict[int, list[str]] = {}
    for number_or_face, points in [*edition.number_points.items(), *edition.face_points.items()]:
        by_points.setdefault(points, []).append(str(number_or_face))
    for points, cards in sorted(by_points.items()):
        print(f"{points} points: {', '.join(cards)}")
    for rule in edition.house_rules:
        print(f"House rule: {rule}")
    return LEGAL


def _read_cards(edition: Edition, text: str) -> list[Card]:
    cards = []
    for part in text.split():
        try:
            card = parse_card(part)
        except UnreadableCard:
            raise UsageError(f"not a card: {part}") from None
        if not edition.holds(card):
            raise UsageError(f"the {edition.slug} deck has no {part}")
        cards.append(card)
    if not cards:
        raise UsageError("give at least one card")
    return cards


def _read_phase(edition: Edition, text: str) -> Phase:
    if text.isdecimal():
        if not 1 <= int(text) <= len(edition.phases):
            raise UsageError(f"{edition.slug} has Phases 1 to {len(edition.phases)}")
        return edition.phases[int(text) - 1]
    try:
        phase = parse_phase(text)
    except ValueError:
        raise UsageError(f"not a Phase: {text}") from None
    if not all(requirement.is_possible for requirement in phase):
        raise UsageError(f"not a possible Phase: {text}")
    return phase


def _read_target(edition: Edition, text: str) -> Target:
    kind, _, cards = text.partition(":")
    try:
        return Target(KINDS[KindName(kind.strip())], tuple(_read_cards(edition, cards)))
    except ValueError:
        raise UsageError(f"not a kind of group: {kind}") from None


def _read_entry(text: str) -> TallyEntry:
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"not an entry such as 'North 3 out' or 'East 6 50': {text}")
    player, phase, points, down = match.groups()
    return TallyEntry(
        player,
        int(phase),
        points=None if points == "out" else int(points),
        laid_down=None if down is None else down == "down",
        went_out=points == "out" or None,
    )


def _read_house_rules(options: argparse.Namespace) -> HouseRules:
    return HouseRules(**{rule.name: getattr(options, rule.name) for rule in fields(HouseRules)})


def _print_problems(problems: Sequence[RuleProblem]) -> int:
    print("Not legal.")
    for problem in problems:
        group = "" if problem.group is None else f"group {problem.group + 1}, "
        print(f"{problem.message} ({group}rulebook section {problem.rule})")
    return ILLEGAL


def _write_cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _write_play(play: HandPlay, table: Sequence[str]) -> str:
    text = f"{play.action.replace('_', ' ')} {_write_cards(play.cards)}"
    if play.action != "hit" or play.group is None:
        return text
    group = f"group {play.group + 1}" if play.own else table[play.group]
    return f"{text} on {group}"


def _write_line(line: TallyLine) -> str:
    laid_down = "laid down" if line.laid_down else "not laid down"
    following = f"next Phase {line.next_phase}" if line.next_phase else "finished"
    return f"{line.player}: Phase {line.phase} {laid_down}, {line.points} points, {following}"


if __name__ == "__main__":
    sys.exit(main())
