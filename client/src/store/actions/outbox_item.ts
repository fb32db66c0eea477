/** What waits in the outbox: an action, the request that carries it, and why it may need a person. */

import type { Action, Problem, Round, RoundEntry } from "./actions";
import type { Call } from "./calls";

/** How sending goes. `offline`: nothing can be reached now; `stopped`: the person has to log in. */
export type OutboxState = "idle" | "sending" | "offline" | "stopped";

/** An action that waits for the server's answer. Their ids are their order. */
export interface OutboxItem {
  id: number;
  /** The `Idempotency-Key`. */
  key: string;
  action: Action;
  /** When, by the clock of the phone. */
  at: string;
  /** What the action is about, as the person saw it (`subjects.ts`). */
  about: unknown;
  /** As it was sent: the same is sent again until there is an answer. */
  call: Call | null;
  trouble: Refusal | null;
}

/** Why an action needs a person. */
export interface Refusal {
  kind: "same_round" | "changed" | "refused";
  problem: Problem;
  theirs: Round | null;
  mine: RoundEntry[] | null;
}
