/** What the server says becomes what is stored. */

import type { Action, Game, Group, LiveTable, Schemas } from "../actions/actions";
import { answerOf } from "../actions/calls";
import type { OutboxItem } from "../actions/outbox_item";
import { groupAfter, renamed } from "../shown/effects";
import type { WritableRows } from "../stored/database";
import { getFact, putFact } from "../stored/local_rows";
import type { GameRow } from "../stored/rows";

/** Actions of a game that wait, as they are applied to what is shown. */
export function waitingOn(game: string, items: Iterable<OutboxItem>) {
  return [...items].flatMap(({ action, trouble }) =>
    trouble === null && "game" in action && action.kind !== "startGame" && action.game === game
      ? [action]
      : [],
  );
}

/**
 * Keep a game as the server says it is. An answer may be old, for example if it is repeated:
 * what is newer stays. What is shown follows, unless something waits: then it is folded again.
 */
export async function putGame(
  rows: WritableRows,
  game: Game,
  { newest = false }: { newest?: boolean } = {},
): Promise<void> {
  const known = await rows.get("games", game.id);
  if (known && !known.gone && !newest && known.base.event > game.event) return;
  const waiting = waitingOn(game.id, await rows.all("outbox"));
  const row: GameRow = { id: game.id, base: game, shown: game, unchecked: [], gone: false };
  const shown = known && waiting.length > 0 ? known : row;
  await rows.put("games", { ...row, shown: shown.shown, unchecked: shown.unchecked });
}

/** Keep a group as the server says it is, unless something newer is known. */
export async function putGroup(rows: WritableRows, group: Group): Promise<void> {
  const known = await rows.get("groups", group.id);
  if (known && !known.gone && known.base.event > group.event) return;
  await rows.put("groups", { id: group.id, base: group, gone: false });
}

/** Keep the table of a game as the server says it lies, unless something newer is known. */
export async function putTable(rows: WritableRows, table: LiveTable): Promise<void> {
  const known = (await rows.get("live_tables", table.game))?.table;
  if (known && (known.event > table.event || known.round > table.round)) return;
  await rows.put("live_tables", { game: table.game, table });
}

/** Hide what cannot be seen any more. */
export async function hideGame(rows: WritableRows, id: string): Promise<void> {
  const row = await rows.get("games", id);
  if (row) await rows.put("games", { ...row, gone: true });
}

/** Hide the game or the group that an action would have created, if it would have; returns their ids. */
export async function hideUncreated(
  rows: WritableRows,
  action: Action,
): Promise<ReadonlySet<string | null>> {
  const gone = new Set<string | null>();
  if (action.kind !== "startGame" && action.kind !== "createGroup") return gone;
  const isGroup = action.kind === "createGroup";
  const group = isGroup ? await rows.get("groups", action.group) : undefined;
  if (group) await rows.put("groups", { ...group, gone: true });
  if (isGroup) gone.add(action.group);
  for (const { id, base } of await rows.all("games")) {
    if (isGroup ? base.group !== action.group : id !== action.game) continue;
    await hideGame(rows, id);
    gone.add(id);
  }
  return gone;
}

/** Show again what was hidden too early, and hide what was shown again: it is decided otherwise. */
export async function undecide(rows: WritableRows, action: Action): Promise<void> {
  if (action.kind !== "decide") return;
  const row = await rows.get("games", action.game);
  if (!row) return;
  if (action.decision === "delete") await rows.put("games", { ...row, gone: false });
  if (action.decision === "restore") await rows.put("games", { ...row, gone: true });
}

/** Keep the answer to an action that the server has carried out; null if it is already done. */
export async function putAnswer(rows: WritableRows, action: Action, data: unknown): Promise<void> {
  if (data !== null && data !== undefined) {
    switch (answerOf(action)) {
      case "game":
        return putGame(rows, data as Game);
      case "group": {
        const { game, ...group } = data as Group & Partial<Schemas["CreatedGroup"]>;
        await putGroup(rows, group);
        if (game) await putGame(rows, game);
        return;
      }
      case "draft": {
        const { recorded } = data as Partial<Schemas["DraftEntered"]>;
        if (recorded) await putGame(rows, recorded);
        return;
      }
      case "table":
        return putTable(rows, data as LiveTable);
      case "account":
        return putUser(rows, data as Schemas["Account"]);
      case "none":
        break;
    }
  }
  if (action.kind === "decide" && action.decision === "delete") await hideGame(rows, action.game);
  if ("group" in action) await putEffect(rows, action);
}

async function putUser(rows: WritableRows, user: Schemas["Account"]): Promise<void> {
  const account = await getFact(rows, "account");
  if (account) await putFact(rows, "account", { ...account, name: user.name, user });
}

/** An answer that does not tell of the group: the action has done what it does. */
async function putEffect(
  rows: WritableRows,
  action: Extract<Action, { group: string }>,
): Promise<void> {
  const row = await rows.get("groups", action.group);
  const after = row ? groupAfter(row.base, [action], null) : null;
  if (row) await rows.put("groups", { ...row, base: after ?? row.base, gone: after === null });
  for (const game of await rows.all("games")) {
    if (game.base.group !== action.group) continue;
    const base = renamed(game.base, [action]);
    const shown = renamed(game.shown, [action]);
    const gone = game.gone || (row !== undefined && after === null);
    if (base !== game.base || gone !== game.gone) {
      await rows.put("games", { ...game, base, shown, gone });
    }
  }
}
