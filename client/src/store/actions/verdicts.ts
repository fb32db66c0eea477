/** What becomes of a waiting action, by what the server says of its game. Pure. */

import { t } from "../../i18n";
import {
  type Action,
  type Consequence,
  type Game,
  type Problem,
  type Round,
  type RoundEntry,
  roundOfPlay,
} from "./actions";
import type { OutboxItem, Refusal } from "./outbox_item";
import { isReached, isSame, isStill, saysTheSame } from "./subjects";

/** `send` it, it is `done` already, or a person has to decide. */
export type Verdict = "send" | "done" | Refusal;

/** Look at an action before it is sent; `base` is its game as the server has it. */
export function verdictOn({ action, about }: OutboxItem, base: Game | null): Verdict {
  if (!base) return "send";
  if (action.kind === "recordRound") return verdictOnRound(action.body, base);
  const past = pastRoundOf(action, base);
  if (past !== null) return refusalOf(action, roundOver(past, base), base, "refused");
  if (isStill(about, action, base)) return "send";
  if (isReached(action, base)) return "done";
  return refusalOf(action, changedProblem(base), base, "changed");
}

/** The round of a play, if it is recorded by now: nothing lies there any more. */
function pastRoundOf(action: Action, base: Game): number | null {
  const number = roundOfPlay(action);
  return base.rounds.some((round) => round.number === number) ? number : null;
}

function roundOver(number: number, game: Game): Problem {
  return {
    ...changedProblem(game),
    type: "/api/docs/problems/#round_over",
    status: 409,
    code: "round_over",
    title: "Conflict",
    detail: t("Round {number} has already been recorded: no more plays are possible.", { number }),
  };
}

function verdictOnRound(
  body: Extract<Action, { kind: "recordRound" }>["body"],
  base: Game,
): Verdict {
  const theirs = base.rounds.find(({ number }) => number === body.number);
  if (!theirs) return "send";
  if (theirs.id === body.id || saysTheSame(theirs, body.results)) return "done";
  const problem: Problem = {
    ...changedProblem(base),
    status: 409,
    code: "round_already_recorded",
    title: "Conflict",
    detail: t("Round {number} has already been entered on another phone.", {
      number: body.number,
    }),
  };
  return { kind: "same_round", problem, theirs, mine: body.results };
}

/** An action that a person has to decide about, with what both sides say. */
export function refusalOf(
  action: Action,
  problem: Problem,
  base: Game | null,
  kind: Refusal["kind"] = kindOf(problem),
): Refusal {
  return { kind, problem, theirs: theirsOf(action, base), mine: mineOf(action) };
}

const CHANGED = new Set([
  "stale_version",
  "turned_over",
  "confirmation_needed",
  "draft_differs",
  "line_changed",
  "round_not_next",
  "not_the_last_round",
]);

function kindOf(problem: Problem): Refusal["kind"] {
  return CHANGED.has(problem.code) ? "changed" : "refused";
}

function theirsOf(action: Action, base: Game | null): Round | null {
  const number =
    action.kind === "recordRound" ? action.body.number : "number" in action ? action.number : null;
  return base?.rounds.find((round) => round.number === number) ?? null;
}

function mineOf(action: Action): RoundEntry[] | null {
  return action.kind === "recordRound" || action.kind === "correctRound"
    ? action.body.results
    : null;
}

function changedProblem(game: Game): Problem {
  return {
    type: "/api/docs/problems/#stale_version",
    title: "Precondition Failed",
    status: 412,
    code: "stale_version",
    detail: t("Somebody else has changed this game in the meantime."),
    errors: [],
    game,
  };
}

/** Whether later rounds fare as the person has accepted, whatever words say so. */
export function areConfirmed(
  confirmed: readonly Consequence[],
  now: readonly Consequence[],
): boolean {
  const facts = (list: readonly Consequence[]) =>
    list.map(({ round, effect }) => `${round} ${effect}`).sort();
  return now.length === 0 || isSame(facts(confirmed), facts(now));
}
