/**
 * What events make of a game, its table, its draft and its group is what the real server answers
 * when it is asked again. Runs with the address of one in `VITE_SERVER` (`tests/client/test_units.py`).
 */

import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  api,
  here,
  holdToken,
  isRefused,
  newId,
  reachable,
  read,
  readAll,
  readIfChanged,
  send,
  tokenRefused,
  write,
} from "../../src/server/api";
import {
  applyToDraft,
  applyToGame,
  applyToGames,
  applyToGroup,
  applyToTable,
  renameInGame,
  saysReload,
} from "../../src/server/apply";
import { follow } from "../../src/server/live";
import type { Schemas } from "../../src/server/problems";
import { ofGame, ofGroup } from "../../src/server/sources";
import { serverAt } from "../../src/store/sent/server";
import { FakePage } from "./fake_server";

const SERVER = import.meta.env.VITE_SERVER as string | undefined;

type Game = Schemas["GameDetail"];
type Group = Schemas["GroupDetail"];
type Login = Schemas["DeviceLogin"];

const now = new AbortController().signal;
const login = (name: string) =>
  write((header) => api.POST("/api/v1/auth/guests/", { params: { header }, body: { name } }));
const byId = <T extends { id: string }>(list: readonly T[]) =>
  [...list].sort((one, other) => one.id.localeCompare(other.id));

let ann: Login;
let ben: Login;
beforeEach(() => void new FakePage()); // somebody looks at it
beforeAll(async () => {
  if (!SERVER) return;
  ann = await login("Ann");
  ben = await login("Ben");
  holdToken(ann.token);
});

const server = serverAt(SERVER ?? "", send);

/** Have the server change something, which may depend on the version that one has seen. */
async function change<T>(
  { token }: Login,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  version: number | null = null,
): Promise<T> {
  const call = { method, path: `/api/v1/${path}`, body, version };
  const { data, problem } = await server.send(call, { token, key: newId() });
  expect(problem, `${method} ${path}`).toBeNull();
  return data as T;
}

/** Everything about a game that a phone may have on its screen. */
async function look(game: string, group: string) {
  const path = { game };
  const params = { path: { group } };
  return {
    game: await read(api.GET("/api/v1/games/{game}/", { params: { path } })),
    table: await read(api.GET("/api/v1/games/{game}/table/", { params: { path } })),
    draft: await read(api.GET("/api/v1/games/{game}/draft/", { params: { path } })),
    group: await read(api.GET("/api/v1/groups/{group}/", { params })),
    games: await readAll((query) =>
      api.GET("/api/v1/groups/{group}/games/", { params: { ...params, query } }),
    ),
  };
}
type Seen = Awaited<ReturnType<typeof look>>;

/** What has been told since, applied. */
async function listen(seen: Seen): Promise<Seen> {
  let { game, table, draft, group } = seen;
  let games: readonly Schemas["GameSummary"][] = seen.games;
  const after = Math.min(game.event, table.event, draft.event);
  const { events } = await ofGame(here, game.id).log(after, 0, now);
  for (const event of events) {
    game = applyToGame(game, event);
    table = applyToTable(table, event);
    draft = applyToDraft(draft, event);
    if (!saysReload(event)) continue;
    const again = await look(game.id, group.id);
    ({ game, table, draft } = again);
  }
  const inGroup = await ofGroup(here, group.id).log(group.event, 0, now);
  for (const event of inGroup.events) {
    group = applyToGroup(group, event, ann.user.id);
    games = applyToGames(games, event);
    if (event.kind === "player_changed") {
      const { player } = event.data as Schemas["ChangedPlayer"];
      game = renameInGame(game, player);
    }
    if (saysReload(event)) ({ game, table, games } = await look(game.id, group.id));
  }
  return { game, table, draft, group, games: [...games] };
}

/** Lists whose order nobody promises, and the check, which the phone asks for itself. */
function comparable({ game, table, draft, group, games }: Seen) {
  return {
    game,
    table,
    draft: { ...draft, check: null },
    group: { ...group, members: byId(group.members), players: byId(group.players) },
    games,
  };
}

test.runIf(SERVER)(
  "an evening, told and applied, is what the server answers",
  async () => {
    const group = await change<Group>(ann, "POST", "groups/", { name: "Thursdays" });
    const groupPath = `groups/${group.id}/`;
    const invited = { role: "scorer" };
    const { code } = await change<{ code: string }>(ann, "POST", `${groupPath}invites/`, invited);
    const players = ["Ann", "Ben", "Cleo"].map((name) => ({ id: newId(), name }));
    const started = { edition: "flip", players };
    const { id: game } = await change<Game>(ann, "POST", `${groupPath}games/`, started);
    const [me, bens, cleo] = players.map(({ id }) => id) as [string, string, string];
    const path = `games/${game}/`;

    let seen = await look(game, group.id);
    /** Do something, listen, and look whether that is how things are. */
    async function step(what: string, act: (game: Game) => Promise<unknown>) {
      await act(seen.game);
      const told = await listen(seen);
      const there = await look(game, group.id);
      expect(comparable(told), what).toEqual(comparable(there));
      expect(told.game.event, what).toBeGreaterThanOrEqual(seen.game.event);
      // Told twice, nothing changes.
      const again = await ofGame(here, game).log(seen.game.event, 0, now);
      for (const event of again.events) expect(applyToGame(told.game, event)).toBe(told.game);
      seen = there;
    }
    const results = (...points: [number, number, number]) =>
      [me, bens, cleo].map((player, place) => ({
        ...{ player, points: points[place] ?? 0, laid_down: true },
        went_out: points[place] === 0,
      }));
    const record = (number: number, ...points: [number, number, number]) =>
      change(ann, "POST", `${path}rounds/`, {
        ...{ number, results: results(...points), discard_draft: true, overrule: "agreed" },
      });
    const put = (who: Login, player: string, points: number) =>
      change(who, "PUT", `${path}draft/lines/${player}/`, {
        ...{ round: 1, points, laid_down: true, went_out: points === 0 },
      });
    const overrule = "as it was";
    const play = (kind: string, more: object = {}) =>
      change(ann, "POST", `${path}table/plays/`, { kind, round: 1, ...more });
    const rename = (player: string, body: object) =>
      change(ann, "PATCH", `players/${player}/`, body);
    const addPlayer = (name: string) =>
      change<{ id: string }>(ann, "POST", `${groupPath}players/`, { name });

    await step("somebody joins", () => change(ben, "POST", "join/", { code }));
    await step("claims a player", () =>
      change(ben, "PATCH", `players/${bens}/`, { claimed: true }),
    );
    const [fours, hit] = [newId(), newId()];
    await step("lays down", () => {
      const groups = [
        ["R4", "B4", "G4"],
        ["R6", "B6", "G6"],
      ];
      const group_ids = [fours, newId()];
      return play("lay_down", { player: me, groups, group_ids, overrule });
    });
    await step("hits", () =>
      play("hit", { id: hit, player: me, group: fours, cards: ["Y4"], overrule }),
    );
    await step("discards", () => play("discard", { player: me, card: "R7", overrule }));
    await step("turns the cards over", () => play("flip"));
    await step("takes plays back", async () => {
      const plays = seen.table.plays.map(({ id }) => id).reverse();
      for (const each of plays.slice(0, plays.indexOf(hit) + 1)) {
        await change(ann, "DELETE", `${path}table/plays/${each}/`);
      }
    });
    await step("enters a line", () => put(ann, me, 20));
    await step("another phone enters another line", () => put(ben, bens, 0));
    await step("discards the draft", () =>
      change(ann, "DELETE", `${path}draft/`, undefined, seen.draft.draft?.version ?? null),
    );
    await step("records a round", () => record(1, 0, 35, 60));
    await step("records two rounds", async () => {
      await record(2, 40, 0, 25);
      await record(3, 15, 20, 0);
    });
    await step("corrects a round", ({ version }) => {
      const body = { results: results(45, 0, 30), confirm: true, overrule: "counted again" };
      return change(ann, "PUT", `${path}rounds/2/`, body, version);
    });
    await step("takes a round back", ({ version }) =>
      change(ann, "DELETE", `${path}rounds/3/`, undefined, version),
    );
    const dan = newId();
    await step("somebody comes late", ({ version }) => {
      const body = { player: { id: dan, name: "Dan" }, total: 50 };
      return change(ann, "POST", `${path}players/`, body, version);
    });
    await step("and leaves", ({ version }) =>
      change(ann, "DELETE", `${path}players/${dan}/`, undefined, version),
    );
    await step("a player is renamed", () => rename(cleo, { name: "Cleopatra" }));
    await step("two players are one", async () =>
      rename((await addPlayer("Kleo")).id, { merged_into: cleo }),
    );
    await step("a player no longer comes, and another one neither", async () =>
      rename((await addPlayer("Eve")).id, { has_left: true }),
    );
    await step("the group is renamed", () => change(ann, "PATCH", groupPath, { name: "Fridays" }));
    const bensMembership = () =>
      `${groupPath}members/${seen.group.members.find(({ is_me }) => !is_me)?.id}/`;
    await step("a member becomes a viewer", () =>
      change(ann, "PATCH", bensMembership(), { role: "viewer" }),
    );
    await step("and is removed", () => change(ann, "DELETE", bensMembership()));
    for (const body of [
      { turns_logged: true },
      { status: "abandoned" },
      { status: "playing" },
      { status: "over" },
      { archived: true },
      { archived: false },
    ]) {
      await step(JSON.stringify(body), ({ version }) => change(ann, "PATCH", path, body, version));
    }
    expect(seen.game.status).toBe("over");
    await step("another game begins", () => {
      const body = { edition: "classic", players: [{ id: me }, { id: cleo }] };
      return change(ann, "POST", `${groupPath}games/`, body);
    });
  },
  60_000,
);

test.runIf(SERVER)("a phone hears within a second what another one does", async () => {
  const group = await change<Group>(ann, "POST", "groups/", { name: "Thursdays" });
  let heardAt = 0;
  let ended = false;
  const following = follow(ofGroup(here, group.id), {
    read: async () => group.event,
    take: () => {
      heardAt = performance.now();
    },
    ended: () => {
      ended = true;
    },
  });
  await vi.waitFor(() => expect(following.state.value.is).toBe("live"), 5000);
  const actedAt = performance.now();
  await change(ann, "PATCH", `groups/${group.id}/`, { name: "Fridays" });
  await vi.waitFor(() => expect(heardAt).toBeGreaterThan(0), 5000);
  expect(heardAt - actedAt).toBeLessThan(1000);
  await change(ann, "DELETE", `groups/${group.id}/?confirm=true`);
  await vi.waitFor(() => expect(ended).toBe(true), 5000);
});

test.runIf(SERVER)("what has not changed is not sent again", async () => {
  const ask = (header: { "If-None-Match"?: string }) =>
    api.GET("/api/v1/me/home/", { params: { header } });
  const first = await readIfChanged(null, ask);
  expect(first?.value.groups).toBeDefined();
  expect(await readIfChanged(first?.etag ?? null, ask)).toBeNull();
});

test.runIf(SERVER)("a token that is no longer accepted is noticed", async () => {
  const gone = await login("Gone");
  holdToken(gone.token);
  await change(gone, "DELETE", "me/tokens/current/");
  expect(tokenRefused.value).toBe(false);
  const error = await read(api.GET("/api/v1/me/")).catch((error: unknown) => error);
  expect(isRefused(error, "not_authenticated")).toBe(true);
  expect(tokenRefused.value).toBe(true);
  expect(reachable.value).toBe(true);
  holdToken(ann.token);
  expect(tokenRefused.value).toBe(false);
});
