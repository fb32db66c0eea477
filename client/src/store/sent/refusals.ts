/** What becomes of an item that the server has refused: a table of policies. Pure. */

import type { Action, Game, Problem } from "../actions/actions";
import type { OutboxItem, Refusal } from "../actions/outbox_item";
import { isReached } from "../actions/subjects";
import { isAboutTime } from "../actions/times";
import { refusalOf, verdictOn } from "../actions/verdicts";

export interface Refused {
  item: OutboxItem;
  status: number;
  problem: Problem;
  /** Whether an earlier attempt had no answer, so that the server may have carried it out. */
  mayBeThere: boolean;
  /** The name under which this phone records. */
  me: string | undefined;
  /** The item's game as the server has it, as far as this phone knows. */
  base: Game | null;
}

/**
 * `done`: nothing is left to do; `aside`: others go first; `again`: it is sent once more, with these
 * changes and another key; or a person has to decide.
 */
export type Outcome =
  | "done"
  | "aside"
  | { again: Partial<Pick<OutboxItem, "action" | "at">> }
  | { decide: Refusal };

type Policy = (refused: Refused) => Outcome | null;

/** The first that says something counts. */
const POLICIES: Readonly<Record<string, Policy>> = {
  serverFailed: ({ status }) => (status >= 500 ? "aside" : null),
  createdAndDeletedSince: ({ problem, mayBeThere }) =>
    problem.code === "id_taken" && mayBeThere ? "done" : null,
  removedAlready: ({ status, item }) => (status === 404 && isRemoval(item) ? "done" : null),
  decidedAlready: ({ item, problem, base }) =>
    problem.code === "wrong_state" && base && isReached(item.action, base) ? "done" : null,
  ownLineTypedOver,
  timeNotBelieved: ({ item, problem }) =>
    isAboutTime(problem.errors) && item.at !== "" ? { again: { at: "" } } : null,
  gameToldWithTheProblem({ item, problem }) {
    const verdict = problem.game ? verdictOn(item, problem.game) : "send";
    if (verdict === "send") return null;
    return verdict === "done" ? "done" : { decide: verdict };
  },
  // The person has seen what matters: only something else has changed.
  olderVersion: ({ problem }) => (problem.code === "stale_version" ? { again: {} } : null),
};

export function outcomeOf(refused: Refused): Outcome {
  for (const policy of Object.values(POLICIES)) {
    const outcome = policy(refused);
    if (outcome) return outcome;
  }
  return { decide: refusalOf(refused.item.action, refused.problem, refused.base) };
}

/** What this person has typed before is what they have seen. */
function ownLineTypedOver({ item: { action }, problem, me }: Refused): Outcome | null {
  if (problem.code !== "line_changed" || action.kind !== "enterLine") return null;
  const line = problem.draft?.lines.find(({ player }) => player === action.player);
  if (!line || line.entered_by !== me) return null;
  return { again: { action: { ...action, body: { ...action.body, seen: line.version } } } };
}

const REMOVALS = new Set<Action["kind"]>([
  "deletePlayer",
  "leaveGame",
  "removeMember",
  "deleteGroup",
  "takeBackPlay",
  "takeBackRound",
]);

/** Whether an action only removes: what is not there is removed already. */
function isRemoval({ action }: OutboxItem): boolean {
  return REMOVALS.has(action.kind) || (action.kind === "decide" && action.decision === "delete");
}
