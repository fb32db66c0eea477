"""What the referee answers: verdicts as JSON, and their shapes for the schema."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from django.utils.translation import get_language, gettext
from rest_framework import serializers

from referee.api.choices import ACTION_CHOICES, CODE_CHOICES, COLOR_CHOICES
from referee.api.fields import KindField
from referee.cards import Card
from referee.groups import GroupStanding
from referee.rulings.hit import HitVerdict
from referee.rulings.phase import PhaseVerdict
from referee.rulings.problems import RuleProblem
from referee.solver.analysis import HandAnalysis
from referee.solver.turn import HandPlay
from referee.tally import TallyLine, TallyVerdict

# Making JSON of a verdict is plain dictionaries; the serializers below are the shapes.


def phase_answer(verdict: PhaseVerdict) -> dict[str, Any]:
    """The answer of `phase/`."""
    return {
        "legal": verdict.is_legal,
        "ambiguous": verdict.is_ambiguous,
        "problems": [problem_answer(problem) for problem in verdict.problems],
        "groups": [standing and standing_answer(standing) for standing in verdict.groups],
        "extra_cards": verdict.extra_cards,
    }


def hit_answer(verdict: HitVerdict) -> dict[str, Any]:
    """The answer of `hit/`."""
    return {
        "legal": verdict.is_legal,
        "ambiguous": verdict.is_ambiguous,
        "problems": [problem_answer(problem) for problem in verdict.problems],
        "target": verdict.target and standing_answer(verdict.target),
        "choices": [standing_answer(standing) for standing in verdict.choices],
    }


def hand_answer(found: HandAnalysis) -> dict[str, Any]:
    """The answer of `hand/`."""
    return {
        "can_lay_down": found.can_lay_down,
        "groups": [standing_answer(standing) for standing in found.groups],
        "plays": [_play(play) for play in found.plays],
        "leftover": {
            "cards": texts(found.leftover.cards),
            "points": found.leftover.points,
        },
        "missing": found.missing,
        "outs": [{"card": str(out.card), "unseen": out.unseen} for out in found.outs],
        "chance": round(float(found.chance), 6),
        "hits": [{"card": str(hit.card), "group": hit.group, "own": hit.own} for hit in found.hits],
        "can_go_out": found.can_go_out,
        "going_out": [_play(play) for play in found.going_out or ()],
        "unproven": sorted(found.unproven),
        "message": found.text.render(partial(_translated, get_language())),
    }


def _play(play: HandPlay) -> dict[str, Any]:
    return {
        "action": play.action.value,
        "cards": texts(play.cards),
        "group": play.group,
        "own": play.own,
    }


def tally_answer(verdict: TallyVerdict) -> dict[str, Any]:
    """The answer of `tally/`."""
    return {
        "ok": verdict.is_legal,
        "problems": [
            {**problem_answer(problem), "player": problem.player} for problem in verdict.problems
        ],
        "results": [_line(line) for line in verdict.lines],
    }


def standing_answer(standing: GroupStanding) -> dict[str, Any]:
    """A group standing (rulebook, section 8)."""
    return {
        "kind": standing.kind,
        "size": standing.size,
        "cards": texts(standing.cards),
        "number": standing.number,
        "color": standing.color,
        "low": standing.low,
        "high": standing.high,
    }


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Cards as they are written."""
    return [str(card) for card in cards]


def problem_answer(problem: RuleProblem) -> dict[str, Any]:
    """One thing that is wrong with a play, its words in the language of the request."""
    return {
        "code": problem.code,
        "message": problem.text.render(partial(_translated, get_language())),
        "group": problem.group,
        "cards": texts(problem.cards),
        "rule": problem.rule,
    }


@lru_cache(maxsize=1024)
def _translated(language: str | None, template: str) -> str:
    """The template in the language of the request, which is `language`.

    Kept because the templates are few and one sentence is made of many: to ask for each
    of them again is a tenth of the time of an illegal play's answer.
    """
    return gettext(template)


def _line(line: TallyLine) -> dict[str, Any]:
    return {
        "player": line.player,
        "phase": line.phase,
        "points": line.points,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
        "next_phase": line.next_phase,
    }


class Shape(serializers.Serializer[Any]):  # for the schema alone; what it says is printed there
    pass


def card_list(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=help_text)


class StandingSerializer(Shape):
    """A group as it stands on the table. What does not apply, or is still open, is null."""

    kind = KindField()
    size = serializers.IntegerField(help_text="How many cards lie in it.")
    cards = card_list("In table order, every wild card declared as far as it is fixed.")
    number = serializers.IntegerField(allow_null=True, help_text="The number of a set.")
    color = serializers.ChoiceField(
        choices=COLOR_CHOICES,
        allow_null=True,
        help_text="The color of a color group or color run.",
    )
    low = serializers.IntegerField(allow_null=True, help_text="The lowest number of a run.")
    high = serializers.IntegerField(allow_null=True, help_text="The highest number of a run.")


class RulingProblemSerializer(Shape):
    """One thing that is wrong with a play."""

    code = serializers.ChoiceField(choices=CODE_CHOICES)
    message = serializers.CharField(help_text="What is wrong and what would be right, for people.")
    group = serializers.IntegerField(
        allow_null=True, help_text="The index of the group in the request, where it is about one."
    )
    cards = card_list("The cards concerned.")
    rule = serializers.CharField(help_text="The section of the rulebook that it rests on.")


class StandingsField(serializers.ListField):
    """Standings, each of which may be null; schema.py tells so."""

    child = StandingSerializer(allow_null=True)


class PhaseVerdictSerializer(Shape):
    legal = serializers.BooleanField()
    ambiguous = serializers.BooleanField(
        help_text="Whether a wild card could stand for something else: ask its player."
    )
    problems = RulingProblemSerializer(many=True, help_text="The most telling first.")
    groups = StandingsField(
        help_text="In the order of the Phase's requirements; empty where the play is illegal. "
        "null is a group of wild cards only that its player has yet to declare.",
    )
    extra_cards = serializers.IntegerField(help_text="How many cards beyond those asked for.")


class HitVerdictSerializer(Shape):
    legal = serializers.BooleanField()
    ambiguous = serializers.BooleanField(
        help_text="Whether the player has to choose among `choices`."
    )
    problems = RulingProblemSerializer(many=True, help_text="The most telling first.")
    target = StandingSerializer(
        allow_null=True,
        help_text="The group after the hit; null where the hit is illegal or ambiguous.",
    )
    choices = StandingSerializer(
        many=True, help_text="All that an ambiguous hit can lead to, the high end first."
    )


class HandPlaySerializer(Shape):
    """One play of a turn."""

    action = serializers.ChoiceField(choices=ACTION_CHOICES)
    cards = card_list("The cards played, every wild card declared as far as it is fixed.")
    group = serializers.IntegerField(
        allow_null=True,
        help_text="Its index in `table` or, for an own one, in `groups`; null for the discard.",
    )
    own = serializers.BooleanField(help_text="Whether it is a group of this lay-down.")


class OutSerializer(Shape):
    """A card whose arrival makes the Phase possible."""

    card = serializers.CharField()
    unseen = serializers.IntegerField(help_text="How many of it nobody has shown yet.")


class SingleHitSerializer(Shape):
    """A card that a group takes now."""

    card = serializers.CharField()
    group = serializers.IntegerField(help_text="Its index in `table` or, if own, in `groups`.")
    own = serializers.BooleanField(help_text="Whether it is a group of this lay-down.")


class LeftoverSerializer(Shape):
    """What stays in hand after laying down and all hits, before the discard."""

    cards = card_list("The cards that stay.")
    points = serializers.IntegerField()


class HandAnalysisSerializer(Shape):
    can_lay_down = serializers.BooleanField()
    groups = StandingSerializer(
        many=True, help_text="The way to lay down that leaves the fewest points after all hits."
    )
    plays = HandPlaySerializer(many=True, help_text="The hits after that, in an order that works.")
    leftover = LeftoverSerializer()
    missing = serializers.IntegerField(
        allow_null=True,
        help_text="The fewest further cards that would make the Phase possible; null where no "
        "cards would, or where it is `unproven`.",
    )
    outs = OutSerializer(many=True, help_text="Where one card is missing, the cards that do.")
    chance = serializers.FloatField(
        help_text="That the next card off the pile is one of the outs, from 0 to 1."
    )
    hits = SingleHitSerializer(many=True)
    can_go_out = serializers.BooleanField()
    going_out = HandPlaySerializer(many=True, help_text="The plays of a turn that goes out.")
    unproven = serializers.ListField(
        child=serializers.CharField(),
        help_text="The fields that could not be worked out within the work limit, as good as "
        "always none: what they hold is the best that was found.",
    )
    message = serializers.CharField(help_text="What it all means, for people.")


class CardPointsSerializer(Shape):
    card = serializers.CharField()
    points = serializers.IntegerField()


class ScoreSerializer(Shape):
    points = serializers.IntegerField()
    cards = CardPointsSerializer(many=True)


class TallyProblemSerializer(RulingProblemSerializer):
    """One thing that is wrong with a round's count."""

    player = serializers.CharField(
        allow_null=True, help_text="Whom it is about, null for the whole round."
    )


class TallyLineSerializer(Shape):
    player = serializers.CharField()
    phase = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    laid_down = serializers.BooleanField(
        allow_null=True, help_text="As given or as the points prove it; null where unsettled."
    )
    went_out = serializers.BooleanField()
    next_phase = serializers.IntegerField(
        allow_null=True, help_text="null where unsettled, and after the last Phase."
    )


class TallySerializer(Shape):
    ok = serializers.BooleanField()
    problems = TallyProblemSerializer(many=True, help_text="The most telling first.")
    results = TallyLineSerializer(many=True)
