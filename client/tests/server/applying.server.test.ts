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
import { FakePage } from "./fake_server";

const SERVER = import.meta.env.VITE_SERVER as string | undefined;

type Game = Schemas["GameDetail"];
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

const as = async <T>(who: Login, act: () => Promise<T>): Promise<T> => {
  holdToken(who.token);
  try {
    return await act();
  } finally {
    holdToken(ann.token);
  }
};

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
    const group = await write((header) =>
      api.POST("/api/v1/groups/", { params: { header }, body: { name: "Thursdays" } }),
    );
    const inGroup = { group: group.id };
    const invite = await write((header) =>
      api.POST("/api/v1/groups/{group}/invites/", {
        params: { path: inGroup, header },
        body: { role: "scorer" },
      }),
    );
    const names = ["Ann", "Ben", "Cleo"];
    const started = await write((header) =>
      api.POST("/api/v1/groups/{group}/games/", {
        params: { path: inGroup, header },
        body: { edition: "flip", players: names.map((name) => ({ id: newId(), name })) },
      }),
    );
    const game = started.id;
    const [me, bens, cleo] = started.players.map(({ id }) => id) as [string, string, string];
    const path = { game };

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
    const asSeen = ({ version }: Game) => ({ "If-Match": `"${version}"` });
    const line = (player: string, points: number, laid_down = true) => ({
      player,
      points,
      laid_down,
    });
    const results = (...points: [number, number, number]) =>
      [me, bens, cleo].map((player, place) => ({
        ...line(player, points[place] ?? 0),
        went_out: points[place] === 0,
      }));
    const record = (number: number, ...points: [number, number, number]) =>
      write((header) =>
        api.POST("/api/v1/games/{game}/rounds/", {
          params: { path, header },
          body: { number, results: results(...points), discard_draft: true, overrule: "agreed" },
        }),
      );
    const put = (player: string, points: number, round: number) =>
      write((header) =>
        api.PUT("/api/v1/games/{game}/draft/lines/{player}/", {
          params: { path: { game, player }, header },
          body: { round, points, laid_down: true, went_out: points === 0 },
        }),
      );

    await step("somebody joins", () =>
      as(ben, () =>
        write((header) =>
          api.POST("/api/v1/join/", { params: { header }, body: { code: invite.code } }),
        ),
      ),
    );
    await step("claims a player", () =>
      as(ben, () =>
        write((header) =>
          api.PATCH("/api/v1/players/{player}/", {
            params: { path: { player: bens }, header },
            body: { claimed: true },
          }),
        ),
      ),
    );
    let groupOnTable = "";
    await step("lays down", async ({ next_round }) => {
      const phase = seen.game.phases[0];
      expect(phase).toBeDefined();
      const groups = [
        ["R4", "B4", "G4"],
        ["R6", "B6", "G6"],
      ];
      groupOnTable = newId();
      await write((header) =>
        api.POST("/api/v1/games/{game}/table/plays/", {
          params: { path, header },
          body: {
            kind: "lay_down",
            round: next_round?.number ?? 1,
            player: me,
            groups,
            group_ids: [groupOnTable, newId()],
            overrule: "as it was",
          },
        }),
      );
    });
    let hit = "";
    await step("hits", async () => {
      hit = newId();
      await write((header) =>
        api.POST("/api/v1/games/{game}/table/plays/", {
          params: { path, header },
          body: {
            kind: "hit",
            id: hit,
            round: 1,
            player: me,
            group: groupOnTable,
            cards: ["Y4"],
            overrule: "as it was",
          },
        }),
      );
    });
    await step("discards", () =>
      write((header) =>
        api.POST("/api/v1/games/{game}/table/plays/", {
          params: { path, header },
          body: { kind: "discard", round: 1, player: me, card: "R7", overrule: "as it was" },
        }),
      ),
    );
    await step("turns the cards over", () =>
      write((header) =>
        api.POST("/api/v1/games/{game}/table/plays/", {
          params: { path, header },
          body: { kind: "flip", round: 1 },
        }),
      ),
    );
    await step("takes plays back", async () => {
      const plays = seen.table.plays.map(({ id }) => id).reverse();
      for (const play of plays.slice(0, plays.indexOf(hit) + 1)) {
        await write((header) =>
          api.DELETE("/api/v1/games/{game}/table/plays/{play}/", {
            params: { path: { game, play }, header },
          }),
        );
      }
    });
    await step("enters a line", () => put(me, 20, 1));
    await step("another phone enters another line", () => as(ben, () => put(bens, 0, 1)));
    await step("discards the draft", ({ version }) =>
      write((header) =>
        api.DELETE("/api/v1/games/{game}/draft/", {
          params: {
            path,
            header: { ...header, "If-Match": `"${seen.draft.draft?.version ?? version}"` },
          },
        }),
      ),
    );
    await step("records a round", () => record(1, 0, 35, 60));
    await step("records two rounds", async () => {
      await record(2, 40, 0, 25);
      await record(3, 15, 20, 0);
    });
    await step("corrects a round", (game) =>
      write((header) =>
        api.PUT("/api/v1/games/{game}/rounds/{number}/", {
          params: { path: { ...path, number: 2 }, header: { ...header, ...asSeen(game) } },
          body: { results: results(45, 0, 30), confirm: true, overrule: "counted again" },
        }),
      ),
    );
    await step("takes a round back", (game) =>
      write((header) =>
        api.DELETE("/api/v1/games/{game}/rounds/{number}/", {
          params: { path: { ...path, number: 3 }, header: { ...header, ...asSeen(game) } },
        }),
      ),
    );
    let dan = "";
    await step("somebody comes late", async () => {
      dan = newId();
      await write((header) =>
        api.POST("/api/v1/games/{game}/players/", {
          params: { path, header: { ...header, ...asSeen(seen.game) } },
          body: { player: { id: dan, name: "Dan" }, total: 50 },
        }),
      );
    });
    await step("and leaves", (game) =>
      write((header) =>
        api.DELETE("/api/v1/games/{game}/players/{player}/", {
          params: { path: { game: game.id, player: dan }, header: { ...header, ...asSeen(game) } },
        }),
      ),
    );
    await step("a player is renamed", () =>
      write((header) =>
        api.PATCH("/api/v1/players/{player}/", {
          params: { path: { player: cleo }, header },
          body: { name: "Cleopatra" },
        }),
      ),
    );
    await step("two players are one", async () => {
      const twice = await write((header) =>
        api.POST("/api/v1/groups/{group}/players/", {
          params: { path: inGroup, header },
          body: { name: "Kleo" },
        }),
      );
      await write((header) =>
        api.PATCH("/api/v1/players/{player}/", {
          params: { path: { player: twice.id }, header },
          body: { merged_into: cleo },
        }),
      );
    });
    await step("a player no longer comes, and another one neither", async () => {
      const gone = await write((header) =>
        api.POST("/api/v1/groups/{group}/players/", {
          params: { path: inGroup, header },
          body: { name: "Eve" },
        }),
      );
      await write((header) =>
        api.PATCH("/api/v1/players/{player}/", {
          params: { path: { player: gone.id }, header },
          body: { has_left: true },
        }),
      );
    });
    await step("the group is renamed", () =>
      write((header) =>
        api.PATCH("/api/v1/groups/{group}/", {
          params: { path: inGroup, header },
          body: { name: "Fridays" },
        }),
      ),
    );
    const bensMembership = () => seen.group.members.find(({ is_me }) => !is_me)?.id ?? "";
    await step("a member becomes a viewer", () =>
      write((header) =>
        api.PATCH("/api/v1/groups/{group}/members/{member}/", {
          params: { path: { ...inGroup, member: bensMembership() }, header },
          body: { role: "viewer" },
        }),
      ),
    );
    await step("and is removed", () =>
      write((header) =>
        api.DELETE("/api/v1/groups/{group}/members/{member}/", {
          params: { path: { ...inGroup, member: bensMembership() }, header },
        }),
      ),
    );
    await step("the settings change", (game) =>
      write((header) =>
        api.PATCH("/api/v1/games/{game}/", {
          params: { path, header: { ...header, ...asSeen(game) } },
          body: { turns_logged: true },
        }),
      ),
    );
    const decisions = [
      { status: "abandoned" },
      { status: "playing" },
      { status: "over" },
      { archived: true },
      { archived: false },
    ] as const;
    for (const body of decisions) {
      await step(JSON.stringify(body), (game) =>
        write((header) =>
          api.PATCH("/api/v1/games/{game}/", {
            params: { path, header: { ...header, ...asSeen(game) } },
            body,
          }),
        ),
      );
    }
    expect(seen.game.status).toBe("over");
    await step("another game begins", () =>
      write((header) =>
        api.POST("/api/v1/groups/{group}/games/", {
          params: { path: inGroup, header },
          body: { edition: "classic", players: [{ id: me }, { id: cleo }] },
        }),
      ),
    );
  },
  60_000,
);

test.runIf(SERVER)("a phone hears within a second what another one does", async () => {
  const group = await write((header) =>
    api.POST("/api/v1/groups/", { params: { header }, body: { name: "Thursdays" } }),
  );
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
  await write((header) =>
    api.PATCH("/api/v1/groups/{group}/", {
      params: { path: { group: group.id }, header },
      body: { name: "Fridays" },
    }),
  );
  await vi.waitFor(() => expect(heardAt).toBeGreaterThan(0), 5000);
  expect(heardAt - actedAt).toBeLessThan(1000);
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/", {
      params: { path: { group: group.id }, query: { confirm: true }, header },
    }),
  );
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
  const path = { access_token: "current" };
  await write((header) =>
    api.DELETE("/api/v1/me/tokens/{access_token}/", { params: { path, header } }),
  );
  expect(tokenRefused.value).toBe(false);
  const error = await read(api.GET("/api/v1/me/")).catch((error: unknown) => error);
  expect(isRefused(error, "not_authenticated")).toBe(true);
  expect(tokenRefused.value).toBe(true);
  expect(reachable.value).toBe(true);
  holdToken(ann.token);
  expect(tokenRefused.value).toBe(false);
});
