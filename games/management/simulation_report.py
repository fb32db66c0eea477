"""The report on simulated games: as text, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from referee.editions import EDITIONS
from referee.game import Variant
from referee.kinds import parse_phase
from referee.languages import translator_for
from referee.simulator.chart import Bar, Section, draw_chart
from referee.simulator.series import Series
from referee.simulator.totals import PhaseTotals, SimulationTotals
from referee.wording import name_phase


def as_text(series: Series, counts: SimulationTotals) -> str:
    """The report of one list of phases."""
    lines = [_title(series, counts), _subtitle(series), ""]
    passed = _("Tallies that passed the check: %(rounds)s. Legal plays: %(plays)s.")
    lines.append(passed % {"rounds": counts.rounds, "plays": counts.plays})
    if counts.stuck:
        text = ngettext(
            "%(count)s round did not end and was dealt again.",
            "%(count)s rounds did not end and were dealt again.",
            counts.stuck,
        )
        lines.append(text % {"count": counts.stuck})
    if unfinished := counts.games - counts.finished:
        text = ngettext(
            "%(count)s game was stopped after the maximum number of rounds.",
            "%(count)s games were stopped after the maximum number of rounds.",
            unfinished,
        )
        lines.append(text % {"count": unfinished})
    if counts.rounds_a_game:
        text = _("Rounds per game: %(mean)s (%(minimum)s to %(maximum)s). Tie-breaks: %(ties)s.")
        params = {
            "mean": _number(counts.mean_rounds),
            "minimum": min(counts.rounds_a_game),
            "maximum": max(counts.rounds_a_game),
            "ties": counts.tie_breaks,
        }
        lines.append(text % params)
    text = _("Points per player and round: %(points)s.")
    text %= {"points": _number(counts.mean_points)}
    lines += [text, "", *_phases(series, counts), "", *_bots(counts), ""]
    return "\n".join(lines)


def comparison(own: SimulationTotals, official: SimulationTotals) -> str:
    """How hard a list is compared with the official one, in rounds that a player needs."""
    if own.hardness is None or official.hardness is None:
        return _("The lists cannot be compared: at least one Phase was never laid down.")
    text = _(
        "Rounds a player needs: %(own)s for this list, %(official)s for the official one. "
        "This list is %(times)s times as hard overall, and %(each)s times as hard per Phase."
    )
    times = own.hardness / official.hardness
    params = {
        "own": _number(own.hardness),
        "official": _number(official.hardness),
        "times": _number(times, 2),
        "each": _number(times * len(official.phases) / len(own.phases), 2),
    }
    return text % params


def picture(played: Sequence[tuple[Series, SimulationTotals]]) -> str:
    """All lists as one SVG picture."""
    blocks = [
        Section(
            title=_("The official Phases") if _is_official(series) else _("A custom list"),
            bars=[
                Bar(
                    f"{number}. {_phase(series, number)}",
                    phase.rate,
                    _bar_label(series, phase),
                )
                for number, phase in enumerate(counts.phases, 1)
            ],
            histogram_title=_("Games by number of rounds (average: %(mean)s)")
            % {"mean": _number(counts.mean_rounds)},
            histogram=counts.rounds_a_game,
        )
        for series, counts in played
    ]
    return draw_chart(_title(*played[0]), _subtitle(played[0][0]), blocks)


def _title(series: Series, counts: SimulationTotals) -> str:
    text = ngettext(
        "%(edition)s: %(games)s game with %(players)s players",
        "%(edition)s: %(games)s games with %(players)s players",
        counts.games,
    )
    params = {
        "edition": EDITIONS[series.edition].name,
        "games": counts.games,
        "players": series.players,
    }
    return text % params


def _subtitle(series: Series) -> str:
    params = {
        "bots": ", ".join(series.strengths),
        "seed": series.seed,
        "variant": series.variant,
        "pairing": series.pairing,
    }
    if len(EDITIONS[series.edition].sides) > 1:
        text = _(
            "Bots: %(bots)s. Seed: %(seed)s. Variant: %(variant)s. "
            "Pairing of the sides: %(pairing)s."
        )
    else:
        text = _("Bots: %(bots)s. Seed: %(seed)s. Variant: %(variant)s.")
    return text % params


def _phases(series: Series, counts: SimulationTotals) -> list[str]:
    heads: tuple[str, ...] = (_("Phase"), _("success"))
    rows: list[tuple[str, ...]] = [
        (f"{number:>2}  {_phase(series, number)}", _percent(phase.rate) + " %")
        for number, phase in enumerate(counts.phases, 1)
    ]
    if _repeats_phases(series):
        heads = (*heads, _("attempts per success"))
        rows = [
            (*row, _number(phase.rounds_needed, 2))
            for row, phase in zip(rows, counts.phases, strict=True)
        ]
    return _table(heads, rows)


def _bar_label(series: Series, phase: PhaseTotals) -> str:
    if not _repeats_phases(series):
        return _("%(percent)s %%") % {"percent": _percent(phase.rate)}
    text = _("%(percent)s %%, attempts per success: %(attempts)s")
    attempts = _number(phase.rounds_needed, 2)
    return text % {"percent": _percent(phase.rate), "attempts": attempts}


def _repeats_phases(series: Series) -> bool:
    """Whether a Phase is tried until it is laid down, not once as in fixed rounds."""
    return series.variant != Variant.FIXED_ROUNDS


def _bots(counts: SimulationTotals) -> list[str]:
    rows = [
        (
            name,
            _percent(bot.wins / bot.seats if bot.seats else None) + " %",
            _percent(bot.laid_down / bot.rounds if bot.rounds else None) + " %",
            _number(bot.points / bot.rounds if bot.rounds else None),
        )
        for name, bot in sorted(counts.bots.items())
    ]
    heads = (_("bot"), _("games won"), _("success"), _("points per round"))
    return _table(heads, rows)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines in columns, the first one to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (heads, *rows)
    ]


def _is_official(series: Series) -> bool:
    phases = EDITIONS[series.edition].phases
    return tuple(map(parse_phase, series.phases)) == phases


def _phase(series: Series, number: int) -> str:
    return name_phase(parse_phase(series.phases[number - 1])).render(translator_for(get_language()))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f}"


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
