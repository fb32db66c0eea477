/** Who could sit at the table: the players of a group, those of its last games first. */

import { account, games, groups, newId } from "../../store";
import type { Game, Group } from "../../store/actions/actions";
import { bySeat } from "../rounds/sheet";
import type { Seat } from "./form";

/** Whether the person with this phone may start games in a group. */
export function canDeal(group: Group): boolean {
  return group.my_role !== "viewer";
}

/** The person with this phone, as a player of a new group. */
export function me(): Seat[] {
  const name = account.value?.name;
  return name ? [{ id: newId(), name, me: true, known: false }] : [];
}

/** Who sat there the last time, by seat; if it is the first time, whoever is me. */
export function usual(group: string, like?: Game): Seat[] {
  const own = like?.group === group ? like : undefined;
  const last = own ?? games.value.find(({ game }) => game.group === group)?.game;
  const players = known(group);
  if (!last) return players.filter((player) => player.me);
  return bySeat(last)
    .filter(({ at_table }) => at_table)
    .flatMap(({ id, handicap }) => {
      const known = players.find((player) => player.id === id);
      return known ? { ...known, ...(handicap && { handicap }) } : [];
    });
}

/** Everybody in a group, the last players first; for a new group, the names of all others. */
export function known(group: string | null): Seat[] {
  if (!group) return strangers();
  const players = groups.value.find(({ id }) => id === group)?.players ?? [];
  const seated = games.value
    .filter(({ game }) => game.group === group)
    .flatMap(({ game }) => game.players.map(({ id }) => id));
  const recency = new Map([...new Set(seated)].map((id, index) => [id, index]));
  const place = (id: string) => recency.get(id) ?? recency.size;
  return players
    .filter(({ has_left }) => !has_left)
    .map(({ id, name, is_me }) => ({ id, name, me: is_me, known: true }))
    .sort((one, other) => place(one.id) - place(other.id));
}

/** Names from other groups: no players of the new one yet, so they have no ids that count. */
function strangers(): Seat[] {
  const names = new Set(groups.value.flatMap(({ players }) => players.map(({ name }) => name)));
  const mine = account.value?.name;
  return [...names].map((name) => ({ id: name, name, me: name === mine, known: false }));
}
