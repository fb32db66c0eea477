/** What actions do to a group and to the names in games, before the server has answered. */

import type { Action, Game, Group, Schemas } from "../actions/actions";
import { withFaces } from "./faces";

type Seat = { id?: string; name?: string; me?: boolean };
type Me = { id: string; name: string } | null;

/** A group with actions applied; null once it is deleted. */
export function groupAfter(base: Group, actions: readonly Action[], me: Me): Group | null {
  let group: Group | null = base;
  for (const action of actions) {
    if (group && "group" in action && action.group === base.id) group = applied(group, action, me);
  }
  return group;
}

type GroupAction = Extract<Action, { group: string }>;

function applied(group: Group, action: GroupAction, me: Me): Group | null {
  switch (action.kind) {
    case "createGroup":
      return withPlayers(group, action.body.players ?? [], me);
    case "startGame":
      return withPlayers(group, action.body.players, me);
    case "addPlayer":
      return withPlayers(group, [{ id: action.player, name: action.name }], me);
    case "changePlayer": {
      const players = group.players.map((each) =>
        each.id === action.player ? { ...each, ...action.change } : each,
      );
      return { ...group, players, player_count: counted(players) };
    }
    case "deletePlayer":
    case "mergePlayers": {
      const players = group.players.filter(({ id }) => id !== action.player);
      return { ...group, players, player_count: counted(players) };
    }
    case "changeGroup":
      return { ...group, ...action.change };
    case "changeRole":
      return withRoles(group, (member) =>
        member.id === action.member ? action.role : member.role,
      );
    case "handOver":
      return withRoles(group, (member) =>
        member.id === action.member ? "owner" : member.is_me ? "scorer" : member.role,
      );
    case "removeMember": {
      if (group.members.some(({ id, is_me }) => id === action.member && is_me)) return null;
      const members = group.members.filter(({ id }) => id !== action.member);
      return { ...group, members, member_count: members.length };
    }
    case "deleteGroup":
      return null;
  }
}

function counted(players: readonly Schemas["GroupPlayer"][]): number {
  return players.filter(({ has_left }) => !has_left).length;
}

function withPlayers(group: Group, seats: readonly Seat[], me: Me): Group {
  const added = seats.flatMap((seat) => {
    if (!seat.id || !seat.name) return [];
    if (group.players.some(({ id }) => id === seat.id)) return [];
    const is_me = seat.me ?? false;
    return [{ id: seat.id, name: seat.name, has_left: false, is_me, user: is_me ? me : null }];
  });
  if (added.length === 0) return group;
  const players = [...group.players, ...withFaces(added, group.players)];
  return { ...group, players, player_count: counted(players) };
}

function withRoles(
  group: Group,
  roleOf: (member: Schemas["GroupMember"]) => Schemas["MemberRole"],
): Group {
  const members = group.members.map((member) => ({ ...member, role: roleOf(member) }));
  return { ...group, members, my_role: members.find(({ is_me }) => is_me)?.role ?? group.my_role };
}

/** A game with the names and faces that its players have by now. */
export function renamed(game: Game, actions: readonly Action[]): Game {
  let players = game.players;
  for (const action of actions) {
    if (action.kind !== "changePlayer") continue;
    const { has_left: _, ...shown } = action.change;
    if (Object.keys(shown).length === 0) continue;
    players = players.map((each) => (each.id === action.player ? { ...each, ...shown } : each));
  }
  return players === game.players ? game : { ...game, players };
}
