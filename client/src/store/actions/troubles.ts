/** What a person decides about an action that was refused. Pure. */

import type { Action, Game, Play, RoundEntry } from "./actions";
import type { OutboxItem } from "./outbox_item";
import { isSame, subjectOf } from "./subjects";

/**
 * `theirs` or `drop`: leave mine out; `mine`: mine replaces theirs; `next`: mine is the round after
 * theirs; `again`: send it as it is; or send these results or this play instead.
 */
export type Settlement =
  | "theirs"
  | "mine"
  | "next"
  | "drop"
  | "again"
  | { results: RoundEntry[]; overrule?: string }
  | { play: Play };

/** The action that takes the place of a refused one; null for none. */
export function settled(item: OutboxItem, decision: Settlement, base: Game | null): Action | null {
  const { action } = item;
  if (decision === "drop" || decision === "theirs") return null;
  if (typeof decision === "object") {
    if ("results" in decision) return withResults(action, decision);
    return action.kind === "play" ? { ...action, play: decision.play } : action;
  }
  if (decision === "next") return next(action, base);
  return decision === "mine" ? insisting(item) : action;
}

/**
 * The game as whoever decided has seen it: with the round as it was shown beside theirs, or without
 * it. If it is another one by now, the correction must not replace it unseen.
 */
export function asSeen(action: Action, base: Game | null, item: OutboxItem): Game | null {
  if (action.kind !== "correctRound" || !base) return base;
  const theirs = item.trouble?.theirs;
  const others = base.rounds.filter(({ number }) => number !== action.number);
  return { ...base, rounds: theirs?.number === action.number ? [...others, theirs] : others };
}

function withResults(
  action: Action,
  { results, overrule }: { results: RoundEntry[]; overrule?: string },
): Action {
  if (action.kind === "recordRound") {
    return { ...action, body: { ...action.body, results, overrule: overrule ?? "" } };
  }
  if (action.kind === "correctRound") {
    return { ...action, body: { results, overrule: overrule ?? "" }, confirmed: [] };
  }
  return action;
}

/** Mine, although theirs is there. */
function insisting({ action, trouble }: OutboxItem): Action {
  const problem = trouble?.problem;
  switch (action.kind) {
    case "recordRound": {
      const { results, overrule = "", number } = action.body;
      if (problem?.code === "draft_differs") {
        return { ...action, body: { ...action.body, discard_draft: true } };
      }
      if (trouble?.kind !== "same_round") return action;
      const body = { results, overrule };
      return { kind: "correctRound", game: action.game, number, body, confirmed: [] };
    }
    case "correctRound":
      // What was confirmed before was said of other rounds: whoever insists is asked again.
      return { ...action, confirmed: problem?.consequences ?? [] };
    case "enterLine": {
      const line = problem?.draft?.lines.find(({ player }) => player === action.player);
      return line ? { ...action, body: { ...action.body, seen: line.version } } : action;
    }
    case "play":
      return { ...action, side: null };
    default:
      return action;
  }
}

function next(action: Action, base: Game | null): Action {
  if (action.kind !== "recordRound" || !base) return action;
  const isTaken = base.rounds.some(({ number }) => number === action.body.number);
  const number = isTaken ? action.body.number + 1 : (base.next_round?.number ?? action.body.number);
  return { ...action, body: { ...action.body, number } };
}

/**
 * What is said of rounds from a number on, after mine has moved by some places. An item that is
 * about theirs stays, since the person saw theirs under that number.
 */
export function moved(item: OutboxItem, from: number, by: number, base: Game | null): Action {
  const { action } = item;
  const shifted = (number: number) => (number >= from ? number + by : number);
  switch (action.kind) {
    case "recordRound":
      return { ...action, body: { ...action.body, number: shifted(action.body.number) } };
    case "correctRound":
    case "takeBackRound": {
      const isTheirs = base !== null && isSame(item.about, subjectOf(action, base));
      return isTheirs ? action : { ...action, number: shifted(action.number) };
    }
    case "play": {
      const { play } = action;
      const body = { ...play.body, round: shifted(play.body.round) };
      return { ...action, play: { ...play, body } as Play };
    }
    case "startDraft":
    case "leaveGame":
    case "takeBackPlay":
      return { ...action, round: shifted(action.round) };
    case "enterLine":
    case "addToGame": {
      const { round } = action.body;
      if (round === undefined) return action;
      return { ...action, body: { ...action.body, round: shifted(round) } } as Action;
    }
    default:
      return action;
  }
}
