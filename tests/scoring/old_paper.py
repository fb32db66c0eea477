"""Years of games on paper, for what must cope with many of them."""

from datetime import date, timedelta


def years_of_paper(games: int) -> str:
    """A sheet of so many games of four, each of ten rounds, a game a day from 1990 on."""
    lines = ["date,variant,round,player,points,laid_down,went_out"]
    first = date(1990, 1, 1)
    for day in range(games):
        for number in range(1, 11):
            for place, name in enumerate(("North", "East", "South", "West")):
                score = "0,yes,yes" if (day + number) % 4 == place else f"{50 + 5 * place},no,"
                played = first + timedelta(days=day)
                lines.append(f"{played},fixed_rounds,{number},{name},{score}")
    return "\n".join(lines)
