/** Before an item is sent for the first time: whether it still means what the person meant. */

import type { Action, Game, Problem } from "../actions/actions";
import { type Call, callOf, dryRun } from "../actions/calls";
import type { OutboxItem, Refusal } from "../actions/outbox_item";
import { phoneTime } from "../actions/times";
import { areConfirmed, refusalOf, verdictOn } from "../actions/verdicts";
import { putGame } from "./answering";
import type { Ask } from "./asking";
import { GAME, readingOf } from "./server";
import type { Shared } from "./surroundings";

/** The request to send; or that somebody has done the same, or why a person has to decide. */
export type Prepared = { call: Call } | "done" | { refusal: Refusal };

export function preparingOn({ local, now }: Shared, ask: Ask, token: () => string | null) {
  /** The game that an action is based on, as the server has it; null if it needs none. */
  async function baseOf({
    id: item,
    action,
  }: OutboxItem): Promise<Game | null | { unreadable: Problem }> {
    if (!("game" in action) || action.kind === "startGame" || isRestoring(action)) return null;
    const id = action.game;
    const known = local.rows("games").peek().get(id)?.base;
    if (known && known.version > 0) return known;
    const { data, problem } = await ask(readingOf(GAME(id)), null, token());
    if (problem) return { unreadable: problem };
    await local.write(async (rows) => {
      if (await rows.get("outbox", item)) await putGame(rows, data as Game); // else: logged out
    });
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

  return async function prepare(item: OutboxItem): Promise<Prepared> {
    const { action } = item;
    const base = await baseOf(item);
    if (base && "unreadable" in base) return { refusal: refusalOf(action, base.unreadable, null) };
    const verdict = verdictOn(item, base);
    if (verdict === "done") return verdict;
    if (verdict !== "send") return { refusal: verdict };
    const time = phoneTime(item.at, now(), local.fact("clock") ?? null);
    const call = callOf(action, base, time);
    const refusal = await tried(action, call, base);
    return refusal ? { refusal } : { call };
  };
}

/** A deleted game cannot be read, and is not based on a version. */
function isRestoring(action: Action): boolean {
  return action.kind === "decide" && action.decision === "restore";
}
