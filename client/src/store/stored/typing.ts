/** What is being typed: it survives everything. */

import { computed, type Signal, signal } from "@preact/signals";
import { isUntouched, type TypedRound } from "../typed/round";
import type { LocalRows } from "./local_rows";

export function typingOn(local: LocalRows) {
  const typing = new Map<string, Signal<TypedRound | null>>();

  function typedRound(game: string): Signal<TypedRound | null> {
    const found = typing.get(game) ?? signal(local.rows("typed").peek().get(game)?.round ?? null);
    typing.set(game, found);
    return found;
  }

  async function saveTyped(game: string, round: TypedRound | null): Promise<void> {
    typedRound(game).value = round;
    await local.write((rows) =>
      round ? rows.put("typed", { game, round }) : rows.remove("typed", game),
    );
  }

  /** Whether a round is being entered, in any game that goes on: what was typed in others only stays. */
  const isTyping = computed(() =>
    [...local.rows("typed").value.values()].some(({ game, round }) => {
      const row = local.rows("games").value.get(game);
      const isOver = row !== undefined && (row.gone || row.shown.status !== "playing");
      return !isOver && !isUntouched(round);
    }),
  );

  /** Keep an unfinished form under a name; null forgets it. */
  async function saveForm(name: string, value: unknown): Promise<void> {
    await local.write((rows) =>
      value === undefined || value === null
        ? rows.remove("forms", name)
        : rows.put("forms", { name, value }),
    );
  }

  async function savedForm<T>(name: string): Promise<T | undefined> {
    return local.rows("forms").peek().get(name)?.value as T | undefined;
  }

  /** Show what is stored, after everything was forgotten or another tab has typed. */
  function refresh(): void {
    for (const [game, signal] of typing) {
      signal.value = local.rows("typed").peek().get(game)?.round ?? null;
    }
  }

  return { typedRound, saveTyped, isTyping, saveForm, savedForm, refresh };
}
