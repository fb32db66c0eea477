/** Lines that other phones have entered for a round, beside mine for the same players. */

import { SideBySide } from "../components/side_by_side";
import { t } from "../i18n";
import type { Game, RoundEntry, Trouble } from "../store";

interface Props {
  game: Game;
  trouble: Trouble;
}

/** Nothing, unless the action was refused because of what other phones have entered. */
export function DraftBeside({ game, trouble }: Props) {
  const found = linesBeside(trouble);
  if (!found) return null;
  return <SideBySide game={game} {...found} by={found.by ?? t("Other phones")} />;
}

interface Versions {
  theirs: RoundEntry[];
  mine: RoundEntry[];
  /** Who has entered theirs, if it is one line. */
  by: string | null;
}

/** What both sides say of the same players; null if the refusal is about something else. */
export function linesBeside({
  action,
  problem,
}: Pick<Trouble, "action" | "problem">): Versions | null {
  const mine = linesOf(action);
  if (!mine || !problem.draft) return null;
  if (problem.code !== "line_changed" && problem.code !== "draft_differs") return null;
  const lines = problem.draft.lines.filter(
    (line) => action.kind !== "enterLine" || line.player === action.player,
  );
  return {
    theirs: lines.map(({ version, entered_by, entered_at, went_out, ...line }) => ({
      ...line,
      went_out: went_out ?? false,
    })),
    mine: mine.filter(({ player }) => lines.some((line) => line.player === player)),
    by: action.kind === "enterLine" ? (lines[0]?.entered_by ?? null) : null,
  };
}

function linesOf(action: Trouble["action"]): RoundEntry[] | null {
  switch (action.kind) {
    case "enterLine": {
      const { round, seen, ...line } = action.body;
      return [{ ...line, player: action.player }];
    }
    case "recordRound":
      return action.body.results;
    default:
      return null;
  }
}
