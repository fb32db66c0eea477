/**
 * What an event does to what this phone knows, exactly as `docs/live.md` says. Pure: the result is
 * what reading it again would give. Events that are known already change nothing.
 */

import type { Schemas } from "./problems.js";
import type { GameEvent, GroupEvent } from "./sources.js";

type Game = Schemas["GameDetail"];
type Table = Schemas["TableState"];
type Draft = Schemas["DraftState"];
type Group = Schemas["GroupDetail"];
type GameSummary = Schemas["GameSummary"];

/** The members of a union whose kinds the schema knows: a `switch` narrows them. */
export type Known<Union extends { kind: string }> = Union extends unknown
  ? string extends Union["kind"]
    ? never
    : Union
  : never;

/** Whether an event only says that things have changed: read them again. */
export function saysReload(event: { data: object }): boolean {
  return "reload" in event.data && event.data.reload === true;
}

// --- A game ----------------------------------------------------------------------------

export function applyToGame(game: Game, event: GameEvent): Game {
  if (event.number <= game.event) return game;
  const told = event as Known<GameEvent>;
  switch (told.kind) {
    case "round_recorded":
    case "round_corrected":
    case "round_taken_back":
    case "game_ended_early":
    case "game_abandoned":
    case "game_resumed":
    case "game_archived":
    case "game_unarchived":
    case "player_joined":
    case "player_left": {
      const { rounds_from, rounds, ...members } = told.data;
      const earlier = game.rounds.filter(({ number }) => number < rounds_from);
      return { ...game, ...members, rounds: [...earlier, ...rounds], event: event.number };
    }
    default:
      return { ...game, event: event.number };
  }
}

export function applyToTable(table: Table, event: GameEvent): Table {
  if (event.number <= table.event) return table;
  const told = event as Known<GameEvent>;
  switch (told.kind) {
    case "table": {
      const { gone, taken_back, groups, plays, ...members } = told.data;
      return {
        ...table,
        ...members,
        groups: replaced(without(table.groups, gone), groups),
        plays: replaced(without(table.plays, taken_back), plays),
        event: event.number,
      };
    }
    case "table_laid":
      return { ...told.data, event: event.number };
    default:
      return { ...table, event: event.number };
  }
}

/**
 * The draft of the next round. Its `check` is null until it is read again: plays and corrections
 * can change it as lines do.
 */
export function applyToDraft(state: Draft, event: GameEvent): Draft {
  if (event.number <= state.event) return state;
  const next = { ...state, check: null, event: event.number };
  const told = event as Known<GameEvent>;
  switch (told.kind) {
    case "draft_changed":
      return { ...next, draft: told.data.draft };
    case "draft_discarded":
      return { ...next, draft: null };
    case "table":
      return { ...next, has_plays: state.has_plays || told.data.plays.length > 0 };
    default:
      return next;
  }
}

// --- A group ---------------------------------------------------------------------------

/** `me` is the id of this phone's account. Told again, an event does no harm. */
export function applyToGroup(group: Group, event: GroupEvent, me: string | null): Group {
  const next: Group = { ...group, event: Math.max(group.event, event.number) };
  const told = event as Known<GroupEvent>;
  switch (told.kind) {
    case "group_changed":
      return { ...next, ...told.data };
    case "member_changed": {
      const { claims = null, ...rest } = told.data.member;
      const member = { ...rest, claims, is_me: rest.user.id === me };
      const isNew = !group.members.some(({ id }) => id === member.id);
      return {
        ...next,
        my_role: member.is_me ? member.role : group.my_role,
        members: replaced(group.members, [member]),
        member_count: group.member_count + Number(isNew),
      };
    }
    case "member_removed": {
      const members = without(group.members, [told.data.member]);
      const fewer = group.members.length - members.length;
      return { ...next, members, member_count: group.member_count - fewer };
    }
    case "player_changed": {
      const player = {
        ...told.data.player,
        is_me: me !== null && told.data.player.user?.id === me,
      };
      if (player.has_left) return withoutPlayer(next, player.id);
      const isNew = !group.players.some(({ id }) => id === player.id);
      return {
        ...next,
        players: replaced(group.players, [player]),
        player_count: group.player_count + Number(isNew),
      };
    }
    case "player_removed":
      return withoutPlayer(next, told.data.player);
    default:
      return next;
  }
}

/** The games of a group as its list shows them: the newest first. */
export function applyToGames(
  games: readonly GameSummary[],
  event: GroupEvent,
): readonly GameSummary[] {
  const told = event as Known<GroupEvent>;
  switch (told.kind) {
    case "game_changed": {
      const isOlder = (one: GameSummary, other: GameSummary) =>
        Date.parse(other.started_at) - Date.parse(one.started_at);
      return replaced(games, [told.data.game]).sort(isOlder);
    }
    case "game_removed":
      return without(games, [told.data.game]);
    case "player_changed": {
      const { player } = told.data;
      return games.map((game) =>
        game.players.some(({ id }) => id === player.id)
          ? { ...game, players: renamed(game.players, player) }
          : game,
      );
    }
    default:
      return games;
  }
}

/** A player's new name or face, of which only the group's events tell. */
export function renameInGame(game: Game, player: Named): Game {
  return game.players.some((each) => each.id === player.id && !looksLike(each, player))
    ? { ...game, players: renamed(game.players, player) }
    : game;
}

// --- Lists of things with ids ----------------------------------------------------------

type Identified = { id: string };

function without<T extends Identified>(list: readonly T[], ids: readonly string[]): T[] {
  return list.filter(({ id }) => !ids.includes(id));
}

/** Each of `changed` in the place of the one with its id, the others at the end. */
function replaced<T extends Identified>(list: readonly T[], changed: readonly T[]): T[] {
  const byId = new Map(list.map((each) => [each.id, each]));
  for (const each of changed) byId.set(each.id, each);
  return [...byId.values()];
}

/** How a player is called and shown; events from before there were faces have only names. */
type Named = Identified & { name: string } & Partial<Schemas["PlayerReference"]>;

function looksLike(one: Named, other: Named): boolean {
  return one.name === other.name && one.color === other.color && one.sign === other.sign;
}

function renamed<T extends Named>(list: readonly T[], { id, name, color, sign }: Named): T[] {
  const face = color && { color, sign: sign ?? null };
  return list.map((each) => (each.id === id ? { ...each, name, ...face } : each));
}

function withoutPlayer(group: Group, player: string): Group {
  const players = without(group.players, [player]);
  const fewer = group.players.length - players.length;
  return { ...group, players, player_count: group.player_count - fewer };
}
