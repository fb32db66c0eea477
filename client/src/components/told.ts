/** What was done last, and the way back: told on one screen, as long as it is so. */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { current } from "../router";
import type { Problem } from "../server/problems";
import { announce } from "./announcer";

/** The way back, and whether what was done is still so. */
export interface Done {
  undo?: (() => Promise<Problem | null>) | null;
  holds?: ReadonlySignal<boolean>;
}

interface Told extends Done {
  text: string;
  /** The address of its screen. */
  on: string;
}

const last = signal<Told | null>(null);

/** Tell what was done, as a sentence: on this screen, or on the one that is about to be shown. */
export function tell(text: string, done: Done = {}, on = location.pathname): void {
  last.value = { ...done, text, on };
  announce(text);
}

/** Why something was refused, in one sentence. */
export function reasonOf({ errors, detail }: Problem): string {
  return errors[0]?.message ?? detail;
}

/** Tell why something was refused. */
export function tellRefused(problem: Problem): void {
  tell(reasonOf(problem));
}

/** Undo what was done last, or tell why that is refused. */
export async function undoLast(): Promise<void> {
  const undo = last.peek()?.undo;
  close();
  const problem = await undo?.();
  if (problem) tellRefused(problem);
}

/** Until the next thing is done, the screen is left, or it is no longer so. */
export const told: ReadonlySignal<Told | null> = computed(() => {
  const it = last.value;
  if (!it || it.on !== current.value?.path) return null;
  return it.holds?.value === false ? null : it;
});

current.subscribe((screen) => {
  if (last.peek()?.on !== screen?.path) last.value = null;
});

export function close(): void {
  last.value = null;
}
