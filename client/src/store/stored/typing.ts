/** What is being typed: it survives everything. */

import { computed, type Signal, signal } from "@preact/signals";
import type { TypedRound } from "../typed/round";
import type { Kept } from "./kept";

export function typingOn(kept: Kept) {
  const typing = new Map<string, Signal<TypedRound | null>>();

  function typedRound(game: string): Signal<TypedRound | null> {
    const found = typing.get(game) ?? signal(kept.rows("typed").peek().get(game)?.round ?? null);
    typing.set(game, found);
    return found;
  }

  async function saveTyped(game: string, round: TypedRound | null): Promise<void> {
    typedRound(game).value = round;
    await kept.write((rows) =>
      round ? rows.put("typed", { game, round }) : rows.remove("typed", game),
    );
  }

  /** Whether a round is being entered, in any game. */
  const isTyping = computed(() => kept.rows("typed").value.size > 0);

  /** Keep an unfinished form under a name; null forgets it. */
  async function keepForm(name: string, value: unknown): Promise<void> {
    await kept.write((rows) =>
      value === undefined || value === null
        ? rows.remove("forms", name)
        : rows.put("forms", { name, value }),
    );
  }

  async function keptForm<T>(name: string): Promise<T | undefined> {
    return kept.rows("forms").peek().get(name)?.value as T | undefined;
  }

  /** Show what is stored, after everything was forgotten or another tab has typed. */
  function refresh(): void {
    for (const [game, signal] of typing) {
      signal.value = kept.rows("typed").peek().get(game)?.round ?? null;
    }
  }

  return { typedRound, saveTyped, isTyping, keepForm, keptForm, refresh };
}
