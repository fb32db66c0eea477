// What happens in a group, for the screens that show more than one game.

import { api, read, type Schemas, SERVER, write } from "./api";

type Group = Schemas["GroupDetail"];
type GameSummary = Schemas["GameSummary"];

/** A group and its games, as this phone knows them. */
export type Club = { group: Group; games: GameSummary[]; stale: boolean };

/** Go on from what is known until somebody has had enough. */
export async function follow(club: Club, enough: (club: Club) => boolean): Promise<Club> {
  const path = { group: club.group.id };
  while (!enough(club) && !club.stale) {
    const query = { after: club.group.event, wait: 25 };
    const page = await read(api.GET("/api/v1/groups/{group}/log/", { params: { path, query } }));
    for (const event of page.events) club = apply(club, event);
  }
  return club;
}

export function apply(club: Club, event: Schemas["GroupEvent"]): Club {
  const group = { ...club.group, event: event.number };
  switch (event.kind) {
    case "game_changed": {
      const { game } = event.data as Schemas["ToldGame"];
      const others = club.games.filter(({ id }) => id !== game.id);
      return { ...club, group, games: [game, ...others] };
    }
    case "game_removed": {
      const gone = (event.data as Schemas["RemovedGame"]).game;
      return { ...club, group, games: club.games.filter(({ id }) => id !== gone) };
    }
    case "group_changed":
      return { ...club, group: { ...group, ...(event.data as Schemas["GroupSettings"]) } };
    default:
      return { ...club, group, stale: true };
  }
}

/** The same without asking again and again. */
export function stream(group: Group): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const params = { path: { group: group.id }, query: { after: group.event } };
  return read(api.GET("/api/v1/groups/{group}/events/", { params, parseAs: "stream" }));
}

/** In a browser, which has streams of its own, but sends no token with them. */
export async function open(group: Group): Promise<EventSource> {
  const path = { group: group.id };
  const { ticket } = await write((header) =>
    api.POST("/api/v1/groups/{group}/tickets/", { params: { path, header } }),
  );
  const query = new URLSearchParams({ ticket, after: `${group.event}` });
  return new EventSource(`${SERVER}/api/v1/groups/${group.id}/events/?${query}`);
}

// --- The first screen ---

/** What the first screen shows, in words. */
export async function home(): Promise<string[]> {
  const screen = await read(api.GET("/api/v1/me/home/"));
  return [
    ...screen.games.map(({ group, round, players }) => {
      const leader = players.find(({ rank }) => rank === 1)?.name ?? "nobody";
      return `${group.name}: round ${round}, ${leader} leads`;
    }),
    ...screen.last_games.map(({ winners, players }) =>
      players.map(({ id, name, total }) => `${name}${winners.includes(id) ? "*" : ""} ${total}`).join(),
    ),
    ...screen.groups.map(({ name, unseen }) => `${name} (${unseen} new)`),
  ];
}

/** What was on the screen is no longer new, on any of my devices. */
export function seen({ id, event }: Pick<Schemas["HomeGroup"], "id" | "event">) {
  return write((header) =>
    api.PUT("/api/v1/groups/{group}/seen/", { params: { path: { group: id }, header }, body: { event } }),
  );
}
