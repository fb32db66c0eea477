/** How a game went for each player, as lines of a chart. Pure. */

import type { Series } from "../../components/charts/line_layout";
import { t } from "../../i18n";
import type { Schemas } from "../../store/actions/actions";
import { bySeat } from "../rounds/sheet";

type Game = Schemas["GameDetail"];

/** The lines of a chart, and the rounds that they are over. */
export interface Course {
  rounds: readonly number[];
  series: readonly Series[];
}

/** The points of each player after each round. */
export function pointsCourse(game: Game): Course {
  return courseOf(game, game.rounds, (id) =>
    game.rounds.map((round) => lineOf(round, id)?.total ?? null),
  );
}

/** Which line of the points leads. */
export function pointsHint({ variant }: Pick<Game, "variant">): string {
  return variant === "fixed_rounds"
    ? t("The lowest line leads.")
    : t("The lowest line leads among those who have laid down as many Phases.");
}

/**
 * How many Phases each player had behind them after each round: counted back from now. Tie-breaks
 * move nobody. Without a line for those whose Phases nobody wrote down.
 */
export function phasesCourse(game: Game): Course {
  const rounds = game.rounds.filter(({ tie_break }) => !tie_break);
  return courseOf(game, rounds, (id) => {
    const completed = game.players.find((player) => player.id === id)?.completed ?? null;
    if (completed === null) return [];
    let left = completed;
    return rounds
      .toReversed()
      .map((round) => {
        const line = lineOf(round, id);
        const after = line ? left : null;
        if (line?.laid_down) left -= 1;
        return after;
      })
      .toReversed();
  });
}

function courseOf(
  game: Game,
  rounds: Game["rounds"],
  valuesOf: (player: string) => Series["values"],
): Course {
  return {
    rounds: rounds.map(({ number }) => number),
    series: bySeat(game)
      .map((of) => ({ id: of.id, name: of.name, of, values: valuesOf(of.id) }))
      .filter(({ values }) => values.some((value) => value !== null)),
  };
}

function lineOf({ lines }: Game["rounds"][number], player: string) {
  return lines.find((line) => line.player === player);
}
