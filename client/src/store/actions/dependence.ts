/** Which waiting actions depend on which: what is refused stops those, and no others. */

import type { Action } from "./actions";
import { gameOfAction } from "./actions";
import type { OutboxItem } from "./outbox_item";

type Seat = { id?: string; name?: string };

function created(players: readonly Seat[] = []): string[] {
  return players.flatMap(({ id, name }) => (id && name ? [id] : []));
}

/** The ids of what an action creates. */
function createdBy(action: Action): string[] {
  switch (action.kind) {
    case "createGroup":
      return [
        action.group,
        ...created(action.body.players),
        ...(game(action) ? [game(action)] : []),
      ];
    case "startGame":
      return [action.game, ...created(action.body.players)];
    case "addPlayer":
      return [action.player];
    case "addToGame":
      return created([action.body.player]);
    default:
      return [];
  }
}

const game = (action: Action): string => gameOfAction(action) ?? "";

/** What comes strictly in order: the actions on a game, on the same player, or on a group. */
function threadOf(action: Action): string {
  if (action.kind === "changeMe") return "account";
  if ("game" in action) return action.game;
  if (action.kind === "createGroup") return action.body.game?.id ?? action.group;
  return "player" in action ? action.player : action.group;
}

/** Whether an action cannot go before an earlier one. */
export function dependsOn(later: Action, earlier: Action): boolean {
  if (threadOf(later) === threadOf(earlier)) return true;
  const text = JSON.stringify(later);
  return createdBy(earlier).some((id) => text.includes(id));
}

/** The first item that can be sent: not stopped, and behind no other that is. */
export function nextToSend(
  items: readonly OutboxItem[],
  isStopped: (item: OutboxItem) => boolean,
): OutboxItem | null {
  const stopped: OutboxItem[] = [];
  for (const item of items) {
    const waits = stopped.some((earlier) => dependsOn(item.action, earlier.action));
    if (!waits && !isStopped(item)) return item;
    stopped.push(item);
  }
  return null;
}
