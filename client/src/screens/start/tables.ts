/** What is on the first screen: what this phone knows, and what the server adds to it. */

import type { Faced } from "../../components/face";
import { t } from "../../i18n";
import { isolated, listed } from "../../i18n/names";
import { type GameView, games, groups, home } from "../../store";
import { editionOf } from "../../store/editions";

export interface TableInPlay {
  id: string;
  name: string;
  round: number;
  /** Who leads, and who else plays. */
  words: string;
  players: readonly Faced[];
  at: string;
  needsYou: boolean;
  unseen: number;
}

export interface LastGame {
  id: string;
  /** Who won, in words; the group if nobody did. */
  title: string;
  /** The group and the edition. */
  words: string;
  winner: Faced | undefined;
  at: string;
}

interface Standing {
  name: string;
  rank: number;
}

function isInPlay({ status, archived }: GameView["game"]): boolean {
  return status === "playing" && !archived;
}

/** Games in progress, the latest change first. */
export function tablesInPlay(): TableInPlay[] {
  const local = games.value.filter(({ game }) => isInPlay(game));
  const known = new Set(games.value.map(({ game }) => game.id));
  const elsewhere = home.value?.games.filter(({ id }) => !known.has(id)) ?? [];
  const tables = [
    ...local.map(localTable),
    ...elsewhere.map((game) => {
      const players = game.players.filter(({ at_table }) => at_table);
      return {
        id: game.id,
        name: game.group.name,
        round: game.round,
        words: wordsBeside(game.group.name, players),
        players,
        at: game.changed_at,
        needsYou: false,
        unseen: game.unseen,
      };
    }),
  ];
  return tables.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function localTable({ game, unchecked, trouble }: GameView): TableInPlay {
  const name = groupName(game.group);
  const present = game.players.filter(({ at_table }) => at_table);
  return {
    id: game.id,
    name,
    round: (game.next_round?.number ?? 1) + unchecked.length,
    words: wordsBeside(name, present),
    players: present,
    at: game.changed_at,
    needsYou: trouble !== null,
    unseen: home.value?.games.find(({ id }) => id === game.id)?.unseen ?? 0,
  };
}

/** "Nora leads · Grandma, Jonas and Mia"; while all are level, only the names. */
function leaderWords(players: readonly Standing[]): string {
  const first = players.filter(({ rank }) => rank === 1).map(({ name }) => name);
  const others = players.filter(({ rank }) => rank !== 1).map(({ name }) => name);
  if (others.length === 0) return listed(first);
  const names = listed(others);
  return first.length === 1
    ? t("{name} leads · {others}", { name: isolated(first[0] ?? ""), others: names })
    : t("{names} lead · {others}", { names: listed(first), others: names });
}

const ISOLATES = /[\u2068\u2069]/g; // around names from right to left; the server keeps none

/** A group that is called after its players needs no names besides. */
function wordsBeside(name: string, players: readonly Standing[]): string {
  const words = leaderWords(players);
  return words.replace(ISOLATES, "") === name ? "" : words;
}

/**
 * Groups without a game in play, which are tables already: as the server orders them; those it does
 * not know yet come first.
 */
export function yourGroups() {
  const playing = new Set([
    ...games.value.filter(({ game }) => isInPlay(game)).map(({ game }) => game.group),
    ...(home.value?.games.map(({ group }) => group.id) ?? []),
  ]);
  const told = home.value?.groups.filter(({ id }) => !playing.has(id)) ?? [];
  const local = groups.value.filter(
    ({ id }) => !playing.has(id) && !told.some((group) => group.id === id),
  );
  return [
    ...local.map(({ id, name, players }) => ({ id, name, players: players.length, unseen: 0 })),
    ...told.map(({ id, name, unseen }) => {
      const group = groups.value.find((one) => one.id === id);
      return { id, name: group?.name ?? name, players: group?.players.length ?? null, unseen };
    }),
  ];
}

/** Games that are over, the latest first. */
export function lastGames(): LastGame[] {
  const local = games.value.filter(({ game }) => game.status === "over" && !game.archived);
  const known = new Set(games.value.map(({ game }) => game.id));
  const told = home.value?.last_games.filter(({ id }) => !known.has(id)) ?? [];
  const all = [
    ...local.map(({ game }) => lastGame(game, groupName(game.group), game.changed_at)),
    ...told.map((game) => lastGame(game, game.group.name, game.started_at)),
  ];
  return all.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, 5);
}

type Ended = Pick<GameView["game"], "id" | "winners" | "edition"> & {
  players: readonly (Faced & { id: string })[];
};

function lastGame({ id, winners, edition, players }: Ended, group: string, at: string): LastGame {
  const won = players.filter((player) => winners.includes(player.id));
  const kind = editionOf(edition).name;
  const names = listed(won.map(({ name }) => name));
  return won.length > 0
    ? { id, title: t("Won by {names}", { names }), words: `${group} · ${kind}`, winner: won[0], at }
    : { id, title: group, words: kind, winner: undefined, at };
}

function groupName(id: string): string {
  const told = [...(home.value?.games ?? []), ...(home.value?.last_games ?? [])];
  return (
    groups.value.find((group) => group.id === id)?.name ??
    home.value?.groups.find((group) => group.id === id)?.name ??
    told.find(({ group }) => group.id === id)?.group.name ??
    t("A table")
  );
}
