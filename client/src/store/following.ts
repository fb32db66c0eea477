/** Games and groups that are open: read again, then followed as they happen. */

import { effect } from "@preact/signals";
import { api, here, read } from "../server/api";
import {
  applyToDraft,
  applyToGame,
  applyToGroup,
  applyToTable,
  renameInGame,
} from "../server/apply";
import { type Following, follow } from "../server/live";
import { Refused, Unreachable } from "../server/problems";
import { type GameEvent, type GroupEvent, ofGame, ofGroup } from "../server/sources";
import type { Schemas } from "./actions/actions";
import type { Open } from "./read/staying_open";
import { hideGame } from "./sent/answering";
import type { Store } from "./store";
import type { WritableRows } from "./stored/database";

/** What is read and followed besides the game itself. */
export type Besides = "draft" | "table";

/** Follow a game until it is closed; waits until the server knows it. */
export function followGame(store: Store, id: string, besides: Besides = "draft"): Open {
  return whenKnown(
    store,
    () => (store.local.rows("games").value.get(id)?.base.version ?? 1) > 0,
    () =>
      follow<GameEvent>(ofGame(here, id), {
        async read() {
          const problem = await store.readGame(id);
          if (problem) throw new Refused(problem);
          const event = await READING[besides](store, id);
          const base = store.local.rows("games").peek().get(id)?.base;
          if (!base) throw new Unreachable("the game is not stored");
          return Math.min(base.event, event);
        },
        take(events) {
          const draft = store.draftSignal(id);
          if (draft.peek()) draft.value = events.reduce(applyToDraft, draft.peek() as never);
          if (isStuck(store, id)) READING.draft(store, id).catch(() => {});
          void takeGameEvents(store, id, events).then(() => {
            if (isTableMissing(store, id)) store.readTable(id).catch(() => {});
          });
        },
        ended: (why) => void ended(store, id, why),
      }),
  );
}

/** Each reads it again, and tells which event is the latest that is included. */
const READING: Record<Besides, (store: Store, game: string) => Promise<number>> = {
  async draft(store, game) {
    const known = store.draftSignal(game);
    const before = known.peek()?.event;
    const draft = await read(
      api.GET("/api/v1/games/{game}/draft/", { params: { path: { game } } }),
    );
    // No event came meanwhile, so this is how it is, even if the server knows less now.
    const now = known.peek()?.event;
    if (now === before || (now ?? 0) <= draft.event) known.value = draft;
    return isTableMissing(store, game)
      ? Math.min(draft.event, await READING.table(store, game))
      : draft.event;
  },
  async table(store, game) {
    const problem = await store.readTable(game);
    if (problem) throw new Refused(problem);
    return tableEvent(store, game);
  },
};

function tableEvent(store: Store, game: string): number {
  return store.local.rows("live_tables").peek().get(game)?.table.event ?? 0;
}

/** Whether this phone does not know yet what the plays of the game tell about its next round. */
function isTableMissing(store: Store, id: string): boolean {
  const draft = store.draftSignal(id).peek();
  const game = store.local.rows("games").peek().get(id)?.base;
  if (!draft?.has_plays || game?.status !== "playing") return false;
  return tableEvent(store, id) < draft.event;
}

/** Whether all lines are there, and the round is not recorded: the server knows why. */
function isStuck(store: Store, id: string): boolean {
  const { draft, check } = store.draftSignal(id).peek() ?? {};
  const playing = store.local.rows("games").peek().get(id)?.base.next_round?.playing;
  return !!draft && !check && draft.lines.length === playing?.length;
}

async function takeGameEvents(
  store: Store,
  id: string,
  events: readonly GameEvent[],
): Promise<void> {
  await store.inOrder(() =>
    store.local.write(async (rows) => {
      await takeTableEvents(rows, id, events);
      const row = await rows.get("games", id);
      if (!row) return;
      const base = events.reduce(applyToGame, row.base);
      if (base === row.base) return;
      const isShown = row.shown.event === row.base.event && !hasWaiting(store, id);
      await rows.put("games", { ...row, base, ...(isShown && { shown: base }) });
    }),
  );
  await store.refold(id);
}

/** A table that was looked at earlier follows as long as no event is missing. */
async function takeTableEvents(
  rows: WritableRows,
  id: string,
  events: readonly GameEvent[],
): Promise<void> {
  const row = await rows.get("live_tables", id);
  const first = events.find(({ number }) => row && number > row.table.event);
  if (!row || first?.number !== row.table.event + 1) return;
  await rows.put("live_tables", { ...row, table: events.reduce(applyToTable, row.table) });
}

function hasWaiting(store: Store, id: string): boolean {
  return (store.gameOf(id).peek()?.waiting ?? 0) > 0;
}

async function ended(store: Store, id: string, why: Refused | null): Promise<void> {
  if (why && why.problem.status !== 404) return;
  if (hasWaiting(store, id)) return; // sending says what becomes of it
  await store.local.write((rows) => hideGame(rows, id));
}

/** Follow a group until it is closed; waits until the server knows it. */
export function followGroup(store: Store, id: string): Open {
  return whenKnown(
    store,
    () => !isToBeCreated(store, id),
    () =>
      follow<GroupEvent>(ofGroup(here, id), {
        async read() {
          const problem = await store.readGroup(id);
          if (problem) throw new Refused(problem);
          const base = store.local.rows("groups").peek().get(id)?.base;
          if (!base) throw new Unreachable("the group is not stored");
          return base.event;
        },
        take: (events) => void takeGroupEvents(store, id, events),
        ended: (why) => {
          if (why && why.problem.status !== 404) return;
          void store.local.write(async (rows) => {
            const row = await rows.get("groups", id);
            if (row) await rows.put("groups", { ...row, gone: true });
          });
        },
      }),
  );
}

async function takeGroupEvents(
  store: Store,
  id: string,
  events: readonly GroupEvent[],
): Promise<void> {
  const me = store.account.peek()?.user?.id ?? null;
  await store.inOrder(() =>
    store.local.write(async (rows) => {
      const row = await rows.get("groups", id);
      if (!row) return;
      const base = events.reduce((group, event) => applyToGroup(group, event, me), row.base);
      await rows.put("groups", { ...row, base });
      for (const event of events) {
        if (event.kind === "player_changed" && "player" in event.data) {
          const { player } = event.data as { player: Schemas["ToldPlayer"] };
          for (const game of await rows.all("games")) {
            const renamed = renameInGame(game.base, player);
            if (renamed === game.base) continue;
            const shown = renameInGame(game.shown, player);
            await rows.put("games", { ...game, base: renamed, shown });
          }
        }
        if (event.kind === "game_removed" && "game" in event.data) {
          const { game } = event.data as { game: string };
          if (!hasWaiting(store, game)) await hideGame(rows, game);
        }
      }
    }),
  );
}

/** Whether only this phone knows a group. Its event does not say: without players, 0 is right. */
function isToBeCreated(store: Store, group: string): boolean {
  const waiting = [...store.local.rows("outbox").value.values()];
  return waiting.some(({ action }) => action.kind === "createGroup" && action.group === group);
}

/** Begin once the phone has a token and the server knows what is followed. */
function whenKnown(store: Store, isKnown: () => boolean, begin: () => Following): Open {
  let following: Following | null = null;
  let with_: string | null = null;
  const stop = effect(() => {
    const token = store.account.value?.token ?? null;
    const ready = token !== null && isKnown() ? token : null;
    if (ready === with_) return;
    with_ = ready;
    following?.close();
    following = ready === null ? null : begin();
  });
  return {
    close() {
      stop();
      following?.close();
    },
    hasEnded: () => following?.state.peek().is === "ended",
  };
}
