/** What can be done about a refused action, besides leaving it: only what can work. Pure. */

import type { Game, GameView, Trouble } from "../../store";
import { mayScore } from "../roles";

export interface Ways {
  /** Change the round as it was entered. */
  edit: boolean;
  /** The same once more: what stands in its way can go away. */
  again: boolean;
  /** Mine, although the other side is there. */
  insist: boolean;
  /** Mine, with the table's reason, although the referee says no. */
  overrule: boolean;
  /** As the round with this number. */
  next: number | null;
  /** Resume the game that has been stopped. */
  resume: boolean;
}

type Refused = Pick<Trouble, "action" | "kind" | "problem" | "theirs" | "mine">;
type Known = Pick<GameView, "gone"> & {
  game: Pick<Game, "status" | "ended_early" | "my_role" | "next_round">;
};

const NONE: Ways = {
  edit: false,
  again: false,
  insist: false,
  overrule: false,
  next: null,
  resume: false,
};

/** The same would be refused again, whatever others do. */
const FINAL = new Set([
  "ambiguous_play",
  "answer_lost",
  "answer_not_kept",
  "duplicate_player",
  "has_played",
  "id_taken",
  "illegal_play",
  "merged",
  "not_the_last_round",
  "one_sided",
  "round_over",
  "sat_in_one_game",
  "too_late",
  "wrong_state",
]);

/** The ways out; `known` is the game as this phone knows it now, if it is about one. */
export function waysOf({ action, kind, problem, theirs, mine }: Refused, known?: Known): Ways {
  const { code, status } = problem;
  const isRound = mine !== null && known !== undefined;
  const game = known?.game;
  const next = game?.next_round?.number ?? null;
  if (kind === "same_round") return { ...NONE, insist: true, next };
  switch (code) {
    case "tally_refused":
      return { ...NONE, edit: isRound, overrule: isRound && canOverrule(action, mine) };
    case "invalid_request":
      return { ...NONE, edit: isRound };
    case "confirmation_needed":
    case "draft_differs":
      return { ...NONE, edit: isRound, insist: true };
    case "line_changed":
    case "turned_over":
      return { ...NONE, insist: true };
    case "stale_version":
      return { ...NONE, insist: action.kind !== "correctRound" || theirs !== null };
    case "round_not_next":
      return { ...NONE, next: action.kind === "recordRound" ? next : null };
    case "game_not_playing": {
      if (!game) return NONE;
      if (game.status === "playing") return { ...NONE, edit: isRound, again: true };
      const isStopped = game.status === "abandoned" || game.ended_early;
      return { ...NONE, resume: isStopped && mayScore(game.my_role) };
    }
    case "not_found":
      return { ...NONE, again: known !== undefined && !known.gone };
    default:
      return { ...NONE, again: status !== 400 && !FINAL.has(code) };
  }
}

/**
 * Whether a reason is all that is missing. What only the plays on the table tell, the form does not
 * know, and so cannot overrule; but it asks who laid down if the points cannot be.
 */
function canOverrule(action: Refused["action"], lines: NonNullable<Refused["mine"]>): boolean {
  const isOverruled = "body" in action && "overrule" in action.body && action.body.overrule;
  return (
    !isOverruled && lines.every((line) => line.went_out || typeof line.laid_down === "boolean")
  );
}
