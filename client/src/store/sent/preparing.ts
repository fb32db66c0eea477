/** Before an entry is sent for the first time: whether it still means what the person meant. */

import type { Action, Game, Problem } from "../actions/actions";
import { type Call, callOf, dryRun } from "../actions/calls";
import { phoneTime } from "../actions/times";
import { areConfirmed, refusalOf, verdictOn } from "../actions/verdicts";
import type { Kept } from "../stored/kept";
import type { Entry, Refusal } from "../stored/rows";
import { keepGame } from "./answering";
import type { Ask } from "./asking";
import { GAME, readingOf } from "./server";

/** The request to send; or that somebody has done the same, or why a person has to decide. */
export type Prepared = { call: Call } | "done" | { refusal: Refusal };

export interface PreparingSurroundings {
  kept: Kept;
  ask: Ask;
  now: () => number;
  token: () => string | null;
}

export function preparingOn({ kept, ask, now, token }: PreparingSurroundings) {
  /** The game that an action is based on, as the server has it; null if it needs none. */
  async function baseOf({ action }: Entry): Promise<Game | null | { unreadable: Problem }> {
    if (!("game" in action) || action.kind === "startGame" || isRestoring(action)) return null;
    const id = action.game;
    const known = kept.rows("games").peek().get(id)?.base;
    if (known && known.version > 0) return known;
    const { data, problem } = await ask(readingOf(GAME(id)), null, token());
    if (problem) return { unreadable: problem };
    await kept.write((rows) => keepGame(rows, data as Game));
    return data as Game;
  }

  /** A correction was accepted with its effects on later rounds: they must still be those. */
  async function tried(action: Action, call: Call, base: Game | null): Promise<Refusal | null> {
    if (action.kind !== "correctRound" || action.confirmed.length === 0) return null;
    const { confirm, ...body } = call.body as { confirm?: boolean };
    const { problem } = await ask(dryRun({ ...call, body }), null, token());
    if (problem?.code !== "confirmation_needed") return null; // sending will tell
    if (areConfirmed(action.confirmed, problem.consequences ?? [])) return null;
    return refusalOf(action, problem, base);
  }

  return async function prepare(entry: Entry): Promise<Prepared> {
    const { action } = entry;
    const base = await baseOf(entry);
    if (base && "unreadable" in base) return { refusal: refusalOf(action, base.unreadable, null) };
    const verdict = verdictOn(entry, base);
    if (verdict === "done") return verdict;
    if (verdict !== "send") return { refusal: verdict };
    const time = phoneTime(entry.at, now(), kept.fact("clock") ?? null);
    const call = callOf(action, base, time);
    const refusal = await tried(action, call, base);
    return refusal ? { refusal } : { call };
  };
}

/** A deleted game cannot be read, and is not based on a version. */
function isRestoring(action: Action): boolean {
  return action.kind === "decide" && action.decision === "restore";
}
