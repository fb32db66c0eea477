/** The store: what this phone knows, what waits, and what people do. All it needs is given to it. */

import { accountOn } from "./account";
import { Acting } from "./acting";
import { commandsOn } from "./commands";
import { type Luggage, movingOn } from "./moving";
import { readingOn } from "./read/reading";
import { Outbox } from "./sent/outbox";
import type { Surroundings } from "./sent/surroundings";
import { draftsOf } from "./shown/drafts";
import { itemsIn, shownIn } from "./shown/views";
import { localRows, type Touched } from "./stored/local_rows";
import { typingOn } from "./stored/typing";

export type Store = ReturnType<typeof createStore>;

export function createStore(around: Surroundings) {
  const local = localRows(around.database, around.tell);
  const items = itemsIn(local);
  const drafts = draftsOf(items);
  const wake = () => sender.wake();
  const shared = { ...around, local, wake };
  const sender: Outbox = new Outbox(shared, async (game, action, data) => {
    if (action) drafts.noteAnswer(action, data);
    if (game !== null) await acting.refold(game);
    if (action?.kind === "mergePlayers") void readMerged(action);
  });
  const acting: Acting = new Acting(shared);
  const shown = shownIn(local, items, sender.state);
  const { account, ...who } = accountOn(shared, items);
  const { refresh, ...typing } = typingOn(local);
  const reading = readingOn(shared, acting);
  const { packed, unpack } = movingOn(local);
  const commands = commandsOn(shared, { acting, account, shown });

  /** The games of a player who was merged name the other one now. */
  async function readMerged({ group, player }: { group: string; player: string }): Promise<void> {
    const games = [...local.rows("games").peek().values()].map(({ base }) => base);
    try {
      await reading.readGroup(group);
      for (const { id, players } of games) {
        if (players.some((each) => each.id === player)) await reading.readGame(id);
      }
    } catch {
      // Without a network; they are read again when they are opened.
    }
  }

  return {
    local,
    account,
    ...who,
    async logOut(how: { force?: boolean } = {}): Promise<void> {
      await who.logOut(how);
      refresh();
    },
    ...shown,
    ...typing,
    ...reading,
    ...commands,
    packed,
    /** Whether it belonged to this account; what came along is sent from here. */
    async unpack(luggage: Luggage): Promise<boolean> {
      const isOurs = await unpack(luggage);
      refresh();
      wake();
      return isOurs;
    },
    draftOf: drafts.draftOf,
    draftSignal: drafts.draftSignal,
    inOrder: <R>(work: () => Promise<R>) => acting.inOrder(work),
    refold: (game: string) => acting.refold(game),

    /** Show what is stored. */
    load: () => local.reload(),
    /** Show what another tab has written, and send it if that tab cannot. */
    async heard(touched: readonly Touched[]): Promise<void> {
      await local.reload(touched);
      if (touched.some(([table]) => table === "typed")) refresh();
    },
    send: () => sender.send(),
    wake,
    close: () => sender.close(),
  };
}
