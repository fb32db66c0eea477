/** What is read from the server, and kept. */

import type { Acting } from "../acting";
import {
  type Game,
  type Group,
  gameOfAction,
  groupOfAction,
  type LiveTable,
  type Problem,
} from "../actions/actions";
import { hideGame, putGame, putGroup, putTable } from "../sent/answering";
import { type Answer, GAME, GROUP, HOME, readingOf, TABLE } from "../sent/server";
import type { Shared } from "../sent/surroundings";
import type { WritableRows } from "../stored/database";
import { getFact, putFact } from "../stored/local_rows";
import type { Facts } from "../stored/rows";

interface Read extends Answer {
  /** Write what was answered, unless somebody else uses this phone by then. */
  keep(work: (rows: WritableRows) => Promise<void>): Promise<void>;
}

/** All reading throws `Unreachable`; a problem is returned. */
export function readingOn({ local, server }: Shared, acting: Acting) {
  async function read(path: string): Promise<Read> {
    const token = local.fact("account")?.token ?? null;
    const answer = await server.send(readingOf(path), { token, key: null });
    return {
      ...answer,
      keep: (work) =>
        local.write(async (rows) => {
          if (((await getFact(rows, "account"))?.token ?? null) === token) await work(rows);
        }),
    };
  }

  /** Read a game again; returns the problem if it cannot be seen. */
  async function readGame(id: string): Promise<Problem | null> {
    const before = local.rows("games").peek().get(id)?.base;
    const { data, problem, keep } = await read(GAME(id));
    await acting.inOrder(() =>
      keep(async (rows) => {
        if (problem) {
          if (problem.status === 404) await hideGame(rows, id);
          return;
        }
        // No event came meanwhile, so this is how it is, even if the server knows less now.
        const newest = (await rows.get("games", id))?.base.event === before?.event;
        await putGame(rows, data as Game, { newest });
      }),
    );
    await acting.refold(id);
    return problem;
  }

  /** Read the live table of a game again; returns the problem if it cannot be seen. */
  async function readTable(id: string): Promise<Problem | null> {
    const before = local.rows("live_tables").peek().get(id)?.table;
    const { data, problem, keep } = await read(TABLE(id));
    if (problem) return problem;
    await keep(async (rows) => {
      const table = data as LiveTable;
      const known = (await rows.get("live_tables", id))?.table;
      // No event came meanwhile, so this is how it lies, even if the server knows less now.
      if (known?.event === before?.event) await rows.put("live_tables", { game: id, table });
      else await putTable(rows, table);
    });
    return null;
  }

  async function readGroup(id: string): Promise<Problem | null> {
    const { data, problem, keep } = await read(GROUP(id));
    await keep(async (rows) => {
      if (!problem) return putGroup(rows, data as Group);
      const row = await rows.get("groups", id);
      if (row && problem.status === 404) await rows.put("groups", { ...row, gone: true });
    });
    return problem;
  }

  /** Read what is on the first screen, and the games on it, for when there is no network. */
  async function refreshHome(): Promise<void> {
    const { data, problem, keep } = await read(HOME);
    if (problem) return;
    const next = data as Facts["home"];
    await keep((rows) => putFact(rows, "home", next));
    for (const { id, version } of next.games) {
      const known = local.rows("games").peek().get(id);
      if (known?.base.version !== version) await readGame(id);
    }
    for (const { id, event } of next.groups) {
      const known = local.rows("groups").peek().get(id);
      if (known?.base.event !== event) await readGroup(id);
    }
    const { games, groups } = unlisted(next);
    for (const id of games) await readGame(id);
    for (const id of groups) await readGroup(id);
  }

  /** What would be on the first screen, but the server does not list: it has ended, or cannot be seen any more. */
  function unlisted(home: Facts["home"]) {
    const waiting = [...local.rows("outbox").peek().values()].map(({ action }) => action);
    const kept = new Set([
      ...home.games.map(({ id }) => id),
      ...home.groups.map(({ id }) => id),
      ...waiting.flatMap((action) => [gameOfAction(action), groupOfAction(action)]),
    ]);
    const games = [...local.rows("games").peek().values()].filter(({ id, base, gone }) => {
      return !gone && base.status === "playing" && !base.archived && !kept.has(id);
    });
    const groups = [...local.rows("groups").peek().values()].filter(
      ({ id, gone }) => !gone && !home.more_groups && !kept.has(id),
    );
    return { games: games.map(({ id }) => id), groups: groups.map(({ id }) => id) };
  }

  /** What another way than the outbox has brought: joining, claiming, a live event. */
  async function storeGame(game: Game): Promise<void> {
    await acting.inOrder(() => local.write((rows) => putGame(rows, game)));
    await acting.refold(game.id);
  }

  async function storeGroup(group: Group): Promise<void> {
    await local.write((rows) => putGroup(rows, group));
  }

  return {
    readGame,
    readTable,
    readGroup,
    refreshHome,
    storeGame,
    storeGroup,
  };
}
