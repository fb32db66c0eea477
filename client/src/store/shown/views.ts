/** What is stored, as screens show it. */

import { computed, type ReadonlySignal } from "@preact/signals";
import { perKey } from "../../per_key";
import {
  type Action,
  type Game,
  gameOfAction,
  groupOfAction,
  isOfSameRound,
  type Schemas,
  type UncheckedRound,
} from "../actions/actions";
import type { OutboxItem, OutboxState, Refusal } from "../actions/outbox_item";
import { editionOf } from "../editions";
import type { LocalRows } from "../stored/local_rows";
import type { GameRow } from "../stored/rows";
import { groupAfter, renamed } from "./effects";
import { detailOf, emptyTable, tableAfter, type WaitingPlay } from "./live_table";

/** A game as it is shown. */
export interface GameView {
  /** The server's, with waiting actions applied. */
  game: Game;
  /** How many own actions are not answered yet. */
  waiting: number;
  /** Rounds entered while nobody could check them: not among the game's rounds yet. */
  unchecked: readonly UncheckedRound[];
  /** A round that is taken back, but still there: nobody can tell yet what the game is without it. */
  takingBack: number | null;
  /** The first action that a person has to decide about. */
  trouble: Trouble | null;
  /** Whether the server does not show it any more: it is here only because of the trouble. */
  gone: boolean;
}

/** An action that a person has to decide about. */
export interface Trouble extends Refusal {
  id: number;
  game: string | null;
  group: string | null;
  action: Action;
  /** For a play: it and the others of its round that wait behind it, as the table would show them. */
  plays: readonly Schemas["PlayDetail"][];
}

/** What is in the outbox. */
export interface OutboxView {
  waiting: number;
  state: OutboxState;
  troubles: readonly Trouble[];
}

/** The items of the outbox, in their order. */
export function itemsIn(local: LocalRows): ReadonlySignal<readonly OutboxItem[]> {
  return computed(() =>
    [...local.rows("outbox").value.values()].sort((one, other) => one.id - other.id),
  );
}

export function shownIn(
  local: LocalRows,
  items: ReadonlySignal<readonly OutboxItem[]>,
  state: ReadonlySignal<OutboxState>,
) {
  const troubles = computed(() => items.value.flatMap((item) => troubleOf(item, items.value)));
  const outbox = computed<OutboxView>(() => ({
    waiting: items.value.length,
    state: state.value,
    troubles: troubles.value,
  }));

  const gameOf = perKey((id) => {
    let last: GameView | undefined;
    return computed(() => {
      const next = viewOf(local.rows("games").value.get(id));
      // The same object as before if it is the same game, so that nothing is drawn again.
      if (last && next && isSameView(last, next)) return last;
      last = next;
      return last;
    });
  });

  function viewOf(row: GameRow | undefined): GameView | undefined {
    if (!row) return undefined;
    const own = items.value.filter(({ action }) => gameOfAction(action) === row.id);
    const trouble = troubles.value.find(({ game }) => game === row.id) ?? null;
    if (row.gone && !trouble) return undefined; // with one, what was typed can still be read
    const game = renamed(
      row.shown,
      items.value.flatMap(({ action, trouble }) => (trouble ? [] : [action])),
    );
    const takingBack = takenBackIn(own, game);
    return {
      game,
      waiting: own.length,
      unchecked: row.unchecked,
      takingBack,
      trouble,
      gone: row.gone,
    };
  }

  /** The live table of a game; null if nobody knows who plays on it. */
  const tableOf = perKey((id) =>
    computed(() => {
      const view = gameOf(id).value;
      if (!view || view.unchecked.length > 0) return null;
      const { game } = view;
      const told = local.rows("live_tables").value.get(id)?.table;
      const isOver = told && game.next_round && told.round < game.next_round.number;
      const sides = editionOf(game.edition).deck.sides.map(({ name }) => name);
      const table = told && !isOver ? told : emptyTable(game, sides);
      const waiting = items.value.filter(({ action }) => gameOfAction(action) === id);
      return table && tableAfter(table, waiting.flatMap(playOf), sides);
    }),
  );

  const games = computed(() =>
    [...local.rows("games").value.keys()]
      .flatMap((id) => gameOf(id).value ?? [])
      .sort((one, other) => Date.parse(other.game.changed_at) - Date.parse(one.game.changed_at)),
  );

  const groupOf = perKey((id) =>
    computed(() => {
      const row = local.rows("groups").value.get(id);
      if (!row || row.gone) return undefined;
      const actions = items.value.flatMap(({ action, trouble }) =>
        trouble === null && groupOfAction(action) === id ? [action] : [],
      );
      return groupAfter(row.base, actions, local.fact("account")?.user ?? null) ?? undefined;
    }),
  );

  const groups = computed(() =>
    [...local.rows("groups").value.keys()].flatMap((id) => groupOf(id).value ?? []),
  );

  const home = computed(() => local.fact("home") ?? null);

  return { games, gameOf, tableOf, groups, groupOf, home, outbox };
}

function playOf({ action, at, trouble }: OutboxItem): WaitingPlay[] {
  if (trouble || (action.kind !== "play" && action.kind !== "takeBackPlay")) return [];
  return [{ action, at }];
}

function takenBackIn(items: readonly OutboxItem[], game: Game): number | null {
  for (const { action, trouble } of items) {
    if (action.kind !== "takeBackRound" || trouble) continue;
    if (game.rounds.some(({ number }) => number === action.number)) return action.number;
  }
  return null;
}

function troubleOf({ id, action, trouble }: OutboxItem, items: readonly OutboxItem[]): Trouble[] {
  if (!trouble) return [];
  const about = { game: gameOfAction(action), group: groupOfAction(action) };
  return [{ id, action, ...about, ...trouble, plays: playsBehind(action, items) }];
}

/** The plays of the same round that wait, without those that are taken back already. */
function playsBehind(refused: Action, items: readonly OutboxItem[]): Schemas["PlayDetail"][] {
  const all = items.filter(({ action }) => isOfSameRound(action, refused));
  const back = new Set(all.flatMap(({ action }) => ("id" in action ? [action.id] : [])));
  return all.flatMap(({ action, at }, index) =>
    action.kind === "play" && !back.has(action.play.body.id)
      ? [detailOf(action.play, index + 1, at)]
      : [],
  );
}

function isSameView(one: GameView, other: GameView): boolean {
  return (
    one.game === other.game &&
    one.waiting === other.waiting &&
    one.unchecked === other.unchecked &&
    one.takingBack === other.takingBack &&
    one.trouble?.id === other.trouble?.id &&
    one.gone === other.gone
  );
}
