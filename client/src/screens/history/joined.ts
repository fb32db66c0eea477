/** Pages of a history, put together. Pure. */

import type { GameChange } from "./change";

/** What is known of a history. */
export interface History {
  /** The latest first, without gaps. */
  changes: readonly GameChange[];
  /** Where the earlier ones begin; null if there are none. */
  next: string | null;
}

/** The newest page, followed by what was known before if there is no gap between the two. */
export function joined(newest: History, known: History | undefined): History {
  const [last, oldest] = [newest.changes[0]?.version, newest.changes.at(-1)?.version];
  const first = known?.changes[0]?.version;
  if (!known || last === undefined || oldest === undefined || first === undefined) return newest;
  if (first > last || first < oldest - 1) return newest;
  const before = known.changes.filter(({ version }) => version < oldest);
  return before.length > 0 ? { changes: [...newest.changes, ...before], next: known.next } : newest;
}

/** A history with the page that comes before all that is known. */
export function longer({ changes }: History, earlier: History): History {
  return { changes: [...changes, ...earlier.changes], next: earlier.next };
}
