"""What each figure is: the one table that the API, its clients and docs/statistics.md share.

The meanings are read by people who know no statistics. `config.documents` writes the table into
the documentation, where the examples are about two games that a test plays.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: `name` and `meaning` are texts to translate, `code` is its field in answers.

    In `formula`, names are those of fields; `example` is Nora's after the two games, or a record's.
    """

    code: str
    name: str
    meaning: str
    formula: str
    example: str


_ALL = (
    Figure("rating", _("Rating"),
           _("How strong somebody most likely is, by the places at the end of each game and by who "
             "else was at the table. Newcomers have 1,000 points. Of two players, one with 100 "
             "points more is twice as likely to win."),
           "1000 + 100 × (mu − 25) / 36.97", "1000 + 100 * (26.23 - 25) / 36.97 = 1003"),
    Figure("margin", _("How sure a rating is"),
           _("By how many points the rating may well be off, up or down: in 95 of 100 cases by no "
             "more. It shrinks as more is played."),
           "100 × 1.96 × sigma / 36.97", "100 * 1.96 * 8.24 / 36.97 = 44"),
    Figure("rank", _("Place on the leaderboard"),
           _("The places that somebody may well deserve. “1–3” means that the games do not tell "
             "these three apart yet."),
           "players are told apart if their mu differ by more than 2.58 × √(sigma₁² + sigma₂²)",
           "1–3"),
    Figure("form", _("Latest games"), _("The places in the last five games, the latest first."),
           "", "1, 2"),
    Figure("games", _("Games"),
           _("Finished games in which somebody was there from the first round to the last."),
           "", "2"),
    Figure("part_games", _("Games in part"),
           _("Finished games that somebody joined late or left early. Their rounds count, but they "
             "are neither won nor rated."),
           "", "0"),
    Figure("wins", _("Wins"), _("Games won; a win that several share is one for each."), "", "1"),
    Figure("expected_wins", _("Expected wins"),
           _("A fair share: how many of these games somebody would have won who is as strong as "
             "everybody else, at a table of four 1 of 4. With a handicap it is more, and for the "
             "others less, by what the handicap is worth."),
           "sum of 1 / players; with handicaps of 2^worth, as a share of the sum of all players",
           "1 / 3 + 1 / 2 = 0.8333"),
    Figure("win_rate", _("Share of games won"),
           _("After a few games it is mostly luck, so two more numbers say where it likely lies in "
             "the long run."),
           "wins / games, with Wilson’s interval", "1 / 2 = 0.5"),
    Figure("place", _("Average place"), _("The average of the places at the end of the games."),
           "sum of places / games", "(2 + 1) / 2 = 1.5"),
    Figure("rounds", _("Rounds"), _("Rounds that were recorded, without tie-breaks."),
           "", "2 + 3 = 5"),
    Figure("points_a_round", _("Points a round"),
           _("How many points somebody takes in a round, on average. Fewer are better."),
           "points / rounds", "(0 + 30 + 70 + 0 + 0) / 5 = 20"),
    Figure("gone_out", _("Went out"), _("In how many rounds somebody played their last card."),
           "", "1 + 2 = 3"),
    Figure("phases_a_round", _("Laid down"),
           _("In what share of the rounds somebody laid down their Phase."),
           "rounds with a Phase laid down / rounds", "4 / 5 = 0.8"),
    Figure("overruled", _("Overruled"),
           _("In what share of the rounds the table overruled the referee."),
           "overruled rounds / rounds", "0 / 5 = 0"),
    Figure("ahead", _("Ahead"),
           _("How often one player finished before the other in the games that both played, "
             "whoever else did. It is called more than luck only if luck alone would hardly ever "
             "make such a difference between any two of the group."),
           "sign test over all pairs, with Holm’s correction", "1 + 1 = 2"),
    Figure("nemesis", _("Nemesis, favorite opponent"),
           _("Who finishes before somebody more often than luck explains, and whom they finish "
             "before. Nobody as long as it may be mere luck."),
           "of those that `stands_out` names, the one whom luck explains least", "nobody"),
    Figure("circumstances", _("Where and when"),
           _("Wins by table size, seat, dealer and weekday. One of them always looks best, so one "
             "is pointed out only if luck alone would hardly ever make such a difference "
             "anywhere."),
           "Fisher’s exact test against the other games, with Holm’s correction", "too few games"),
    Figure("success_rate", _("How often a Phase is laid down"),
           _("In what share of the rounds that began with this Phase it was laid down."),
           "successes / attempts, with Wilson’s interval", "2 / 3 = 0.6667"),
    Figure("attempts_per_success", _("Tries for a Phase"),
           _("How many rounds it takes to lay this Phase down; without games with fixed rounds, "
             "where each is tried once."),
           "attempts / successes", "3 / 2 = 1.5"),
    Figure("expected_rate", _("Expected of a Phase"),
           _("How often bots lay this Phase down that are as good as the same players: mostly the "
             "better ones reach the last Phases, which flatters these a little."),
           "of a bot that lays down as many Phases in all, in as many attempts at each",
           "0.8233"),
    Figure("hardest_phase", _("Harder than expected"),
           _("The Phase that falls furthest short of what is expected of the same players, if luck "
             "does not explain it. Told only of groups with three to five players at a table on "
             "average, because the bots played in fours."),
           "largest expected_rate − success_rate of those that `stands_out` names", "none"),
    Figure("streak_wins", _("Wins in a row"),
           _("The most games won one after the other; games in part are left out."), "", "1"),
    Figure("streak_going_out", _("Went out in a row"),
           _("The most rounds one after the other, from game to game, in which somebody went out."),
           "", "2"),
    Figure("streak_laying_down", _("Laid down in a row"),
           _("The most rounds one after the other, from game to game, in which somebody laid down "
             "their Phase."),
           "", "2"),
    Figure("best_round", _("Best round"),
           _("The round with the fewest points; if several are equal, the one in which the others "
             "took the most."),
           "", "0"),
    Figure("worst_round", _("Most points in one round"),
           _("Of one player or of the whole group; if several are equal, the first."), "", "70"),
    Figure("fastest_win", _("Win in the fewest rounds"),
           _("Of games with the same number of Phases that were played to their end, without a "
             "handicap. Not with fixed rounds, where every game is as long."),
           "", "3"),
    Figure("longest_game", _("Longest game"),
           _("The most rounds, of games with the same number of Phases. Not with fixed rounds."),
           "", "3"),
    Figure("lowest_win", _("Win with the fewest points"),
           _("Of games with the edition’s own Phases that were played to their end, without a "
             "handicap; fixed rounds by themselves."),
           "", "none"),
    Figure("most_points", _("Most points in one game"),
           _("Of whoever was there throughout, in any kind of game."), "", "80 + 40 = 120"),
    Figure("most_gone_out", _("Went out most often in one game"), _("In how many rounds."),
           "", "2"),
    Figure("comeback_phases", _("Won after being most Phases behind"),
           _("How many Phases somebody who won was behind the leader at worst, after any round but "
             "the last. Not with fixed rounds or a handicap."),
           "most Phases of anybody − own Phases", "1 - 0 = 1"),
    Figure("comeback_points", _("Won after being most points behind"),
           _("How many points somebody who won was behind another player on the same Phase. With "
             "fixed rounds, everybody is compared. Not with a handicap."),
           "own points − fewest points of those on the same Phase", "20 - 0 = 20"),
    Figure("biggest_comeback", _("Biggest comeback"),
           _("The win after being furthest behind: in Phases, or, if level in these, in points. "
             "Not with a handicap."),
           "", "1 Phase"),
    Figure("chance", _("Odds of a game"),
           _("Everybody’s chance to win, by the ratings; told once everybody has five games. A "
             "favorite is named only if the games tell them apart from all others."),
           "2^(points / 100 + worth of the handicap), as a share of the sum of all players",
           "0.3407"),
    Figure("suggested_handicap", _("Suggested handicap"),
           _("What would make a game more even, by the ratings; told with the odds, so once "
             "everybody has five games. Rounded down, and at most half of the Phases. With fixed "
             "rounds, points for the stronger ones instead of Phases for the weaker ones."),
           "for 100 points of rating, 20 % of the Phases, in Flip 12 %", "none"),
    Figure("winner_of_the_night", _("Winner of the night"),
           _("Who won the most games that night; if several did, the better average place."),
           "", "Nora on 8 March"),
    Figure("champion", _("Champion"),
           _("Who won the most games in that time. It says who won, not who is best: that is the "
             "rating."),
           "", "Nora and Pia, 1 win each"),
    Figure("most_improved", _("Most improved"),
           _("Whose rating has risen most since the end of the year before, if by more than luck "
             "explains. Whoever had no rating then is left out."),
           "rating − rating at the end of the year before", "nobody"),
)  # fmt: skip

FIGURES = {figure.code: figure for figure in _ALL}
