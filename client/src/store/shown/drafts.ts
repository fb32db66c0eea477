/** The round that several phones enter: as the server tells it, with what was typed here. */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { perKey } from "../../per_key";
import type { Action, Schemas } from "../actions/actions";
import type { OutboxItem } from "../actions/outbox_item";

type Draft = Schemas["DraftState"];
type Line = Schemas["DraftLineDetail"];

export function draftsOf(items: ReadonlySignal<readonly OutboxItem[]>) {
  /** As the server says. */
  const draftSignal = perKey(() => signal<Draft | null>(null));

  /** With the lines that wait to be sent, unchecked; their versions are those that they replace. */
  const draftOf = perKey((game) =>
    computed(() => {
      const state = draftSignal(game).value;
      const lines = items.value.flatMap(({ action, at, trouble }) =>
        action.kind === "enterLine" && action.game === game && !trouble ? [{ action, at }] : [],
      );
      if (!state?.draft || lines.length === 0) return state;
      const { draft } = state;
      const waiting = lines.filter(({ action }) => action.body.round === draft.round);
      const replaced = waiting.reduce(
        (all, { action, at }) => withLine(all, action, at),
        draft.lines,
      );
      return { ...state, draft: { ...draft, lines: replaced }, check: null };
    }),
  );

  /** Keep what the server has answered about a draft. */
  function noteAnswer(action: Action, data: unknown): void {
    if (action.kind !== "enterLine" && action.kind !== "startDraft") return;
    const known = draftSignal(action.game);
    const { game, event, draft, check, has_plays } = (data ?? {}) as Partial<Draft>;
    if (!game || event === undefined || (known.peek()?.event ?? 0) > event) return;
    known.value = {
      game,
      event,
      draft: draft ?? null,
      check: check ?? null,
      has_plays: has_plays ?? false,
    };
  }

  return { draftSignal, draftOf, noteAnswer };
}

type EnterLine = Extract<Action, { kind: "enterLine" }>;

function withLine(lines: readonly Line[], { player, body }: EnterLine, at: string): Line[] {
  const known = lines.find((line) => line.player === player);
  const { points = null, cards = null, laid_down = null, went_out = null } = body;
  const line: Line = {
    player,
    points,
    cards,
    laid_down,
    went_out,
    version: known?.version ?? 0,
    entered_by: null,
    entered_at: at,
  };
  return known ? lines.map((each) => (each === known ? line : each)) : [...lines, line];
}
