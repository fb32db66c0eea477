/** The round that several phones enter. */

import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Action } from "../../src/store/actions/actions";
import type { OutboxItem } from "../../src/store/actions/outbox_item";
import { draftsOf } from "../../src/store/shown/drafts";

const NOW = "2026-11-22T18:00:00.000Z";
const line = (who: string, more: object = {}) => ({
  ...{ player: who, points: null, cards: null, laid_down: null, went_out: null },
  ...{ version: 0, entered_by: null, entered_at: NOW, ...more },
});
const told = {
  ...{ game: "a1", event: 5, check: { ok: true }, has_plays: false },
  draft: { round: 4, lines: [line("nora", { points: 5, version: 2 }), line("jonas")] },
} as never;
const waiting = (game: string, who: string, round: number, more: object = {}) =>
  ({
    ...{ at: NOW, trouble: null, ...more },
    action: { kind: "enterLine", game, player: who, body: { round, points: 25 } },
  }) as unknown as OutboxItem;

test("a draft is what the server says, with the lines that wait", () => {
  const items = signal<readonly OutboxItem[]>([]);
  const { draftSignal, draftOf } = draftsOf(items);
  const shown = draftOf("a1");
  expect([shown.value, draftOf("a1")]).toEqual([null, shown]);
  draftSignal("a1").value = told;
  expect(shown.value).toBe(told);
  items.value = [
    waiting("a1", "nora", 4),
    waiting("a1", "mia", 4),
    waiting("a1", "jonas", 3),
    waiting("a2", "jonas", 4),
    waiting("a1", "jonas", 4, { trouble: {} }),
    { at: NOW, trouble: null, action: { kind: "startDraft", game: "a1", round: 4 } } as never,
  ];
  expect(shown.value?.draft?.lines).toEqual([
    line("nora", { points: 25, version: 2 }),
    line("jonas"),
    line("mia", { points: 25 }),
  ]);
  expect(shown.value?.check).toBeNull();
  expect(draftOf("a2").value).toBeNull();
});

test("a draft is what was answered last", () => {
  const { draftSignal, noteAnswer } = draftsOf(signal([]));
  const note = (kind: string, data: unknown) => {
    noteAnswer({ kind, game: "a1" } as Action, data);
    return draftSignal("a1").peek();
  };
  expect(note("startDraft", null)).toBeNull();
  expect(note("startDraft", { game: "a1", event: 5 })).toEqual({
    ...{ game: "a1", event: 5, draft: null, check: null, has_plays: false },
  });
  expect(note("enterLine", told)).toEqual(told);
  const later = { ...(told as object), event: 6, has_plays: true };
  expect(note("recordRound", later)).toEqual(told);
  expect(note("enterLine", { ...later, event: 4 })).toEqual(told);
  expect(note("enterLine", later)).toEqual(later);
  noteAnswer({ kind: "changeMe" } as Action, later);
});
