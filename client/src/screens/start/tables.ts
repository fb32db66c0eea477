/** What is on the first screen: what this phone knows, and what the server adds to it. */

import { t } from "../../i18n";
import { isolated, listed } from "../../i18n/names";
import { type GameView, games, groups, home } from "../../store";

export interface TableInPlay {
  id: string;
  name: string;
  round: number;
  /** Who leads, and who else plays. */
  words: string;
  at: string;
  needsYou: boolean;
  unseen: number;
}

export interface LastGame {
  id: string;
  name: string;
  words: string;
  at: string;
}

interface Standing {
  name: string;
  rank: number;
}

/** Games in progress, the latest change first. */
export function tablesInPlay(): TableInPlay[] {
  const local = games.value.filter(({ game }) => game.status === "playing" && !game.archived);
  const known = new Set(games.value.map(({ game }) => game.id));
  const elsewhere = home.value?.games.filter(({ id }) => !known.has(id)) ?? [];
  const tables = [
    ...local.map(localTable),
    ...elsewhere.map((game) => ({
      id: game.id,
      name: game.group.name,
      round: game.round,
      words: wordsBeside(
        game.group.name,
        game.players.filter(({ at_table }) => at_table),
      ),
      at: game.changed_at,
      needsYou: false,
      unseen: game.unseen,
    })),
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

/** A group that is called after its players needs no names besides. */
function wordsBeside(name: string, players: readonly Standing[]): string {
  const words = leaderWords(players);
  return words === name ? "" : words;
}

/** Groups, as the server orders them; those it does not know yet come first. */
export function yourGroups() {
  const told = home.value?.groups ?? [];
  const local = groups.value.filter(({ id }) => !told.some((group) => group.id === id));
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
    ...local.map(({ game }) => ({
      id: game.id,
      name: groupName(game.group),
      words: winnerWords(game.winners, game.players),
      at: game.changed_at,
    })),
    ...told.map(({ id, group, winners, players, started_at }) => ({
      id,
      name: group.name,
      words: winnerWords(winners, players),
      at: started_at,
    })),
  ];
  return all.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, 5);
}

function winnerWords(winners: readonly string[], players: readonly { id: string; name: string }[]) {
  const names = players.filter(({ id }) => winners.includes(id)).map(({ name }) => name);
  return names.length > 0 ? t("Won by {names}", { names: listed(names) }) : "";
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
