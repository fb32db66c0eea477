/**
 * Moving to another address of the same server, whose storage is another one: what the server does not
 * have goes along. Everything else is read again there.
 */

import { gameOfAction, groupOfAction } from "./actions/actions";
import type { OutboxItem } from "./actions/outbox_item";
import { getFact, keyOf, type LocalRows, putFact } from "./stored/local_rows";
import type { GameRow, GroupRow, Settings, Tables } from "./stored/rows";

/** What goes along; `of` is the account that it belongs to. */
export interface Luggage {
  of: string;
  name: string;
  settings: Settings | null;
  outbox: OutboxItem[];
  typed: Tables["typed"]["value"][];
  forms: Tables["forms"]["value"][];
  /** The games of both, and their groups: some may not be on the server yet. */
  games: GameRow[];
  groups: GroupRow[];
}

export function movingOn(local: LocalRows) {
  /** What this phone has that the server has not; null if nobody uses it, or nobody known there. */
  function packed(): Luggage | null {
    const account = local.fact("account");
    if (!account?.user) return null;
    const outbox = [...local.rows("outbox").peek().values()];
    const typed = [...local.rows("typed").peek().values()];
    const inGames = new Set([
      ...outbox.map(({ action }) => gameOfAction(action)),
      ...typed.map(({ game }) => game),
    ]);
    const games = [...local.rows("games").peek().values()].filter(({ id }) => inGames.has(id));
    const inGroups = new Set([
      ...outbox.map(({ action }) => groupOfAction(action)),
      ...games.map(({ base }) => base.group),
    ]);
    return {
      of: account.user.id,
      name: account.name,
      settings: local.fact("settings") ?? null,
      outbox,
      typed,
      forms: [...local.rows("forms").peek().values()],
      games,
      groups: [...local.rows("groups").peek().values()].filter(({ id }) => inGroups.has(id)),
    };
  }

  /**
   * Go on with what came along, if it belongs to who uses this phone now: others could have put
   * anything into it. What is here already stays, so that nothing comes twice.
   */
  async function unpack(luggage: Luggage): Promise<boolean> {
    if (local.fact("account")?.user?.id !== luggage.of) return false;
    await local.write(async (rows) => {
      for (const table of ["groups", "games", "typed", "forms"] as const) {
        for (const row of luggage[table]) {
          const isHere = await rows.get(table, keyOf(table, row) as string);
          if (!isHere) await rows.put(table, row);
        }
      }
      const known = new Set((await rows.all("outbox")).map(({ key }) => key));
      for (const { id: _elsewhere, ...item } of luggage.outbox) {
        if (!known.has(item.key)) await rows.add(item);
      }
      const { settings } = luggage;
      if (settings && !(await getFact(rows, "settings"))) await putFact(rows, "settings", settings);
    });
    return true;
  }

  return { packed, unpack };
}

// --- On the way: behind the `#` of an address, which no server sees -------------------------

/** As letters that an address may have. */
export async function wrapped(luggage: Luggage): Promise<string> {
  const bytes = new Blob([JSON.stringify(luggage)]).stream();
  const small = new Uint8Array(
    await new Response(bytes.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  const letters = Array.from(small, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The opposite; null if it is cut off, or no luggage. */
export async function unwrapped(text: string): Promise<Luggage | null> {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]).stream();
    const whole = bytes.pipeThrough(new DecompressionStream("deflate-raw"));
    const luggage = JSON.parse(await new Response(whole).text()) as Luggage;
    const lists = [luggage.outbox, luggage.typed, luggage.forms, luggage.games, luggage.groups];
    return lists.every(Array.isArray) && typeof luggage.name === "string" ? luggage : null;
  } catch {
    return null;
  }
}
