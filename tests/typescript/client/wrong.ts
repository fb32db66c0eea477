// Wrong use of the API, each of which must not compile.

import { api, asSeen, type Schemas } from "./api";

type Game = Schemas["GameDetail"];
type Standing = Schemas["StandingDetail"];

const once = { "Idempotency-Key": "one-two-three-four" };

export async function wrongAtTheReferee(standing: Standing): Promise<void> {
  // @ts-expect-error  no such address
  await api.POST("/api/v1/referee/guess/", { body: {} });
  // @ts-expect-error  a ruling is asked for by POST
  await api.GET("/api/v1/referee/phase/");
  // @ts-expect-error  no such edition
  await api.GET("/api/v1/referee/editions/{edition}/", { params: { path: { edition: "tarot" } } });
  // @ts-expect-error  no such rule
  await api.GET("/api/v1/referee/rules/{entry}/", { params: { path: { entry: "castling" } } });
  // @ts-expect-error  the path has a parameter
  await api.GET("/api/v1/referee/editions/{edition}/");
  // @ts-expect-error  the cards are missing
  await api.POST("/api/v1/referee/score/", { body: { edition: "classic" } });
  await api.POST("/api/v1/referee/score/", {
    // @ts-expect-error  no such field
    body: { edition: "classic", cards: ["R9"], hand: true },
  });
  await api.POST("/api/v1/referee/score/", {
    // @ts-expect-error  cards are text
    body: { edition: "classic", cards: [9] },
  });
  await api.POST("/api/v1/referee/phase/", {
    // @ts-expect-error  a number in words
    body: { edition: "classic", phase: { number: "1" }, groups: [["R7"]] },
  });
  await api.POST("/api/v1/referee/phase/", {
    // @ts-expect-error  no such kind
    body: { edition: "classic", phase: { groups: [{ kind: "flush", size: 5 }] }, groups: [["R7"]] },
  });
  await api.POST("/api/v1/referee/phase/", {
    // @ts-expect-error  no such house rule
    body: { edition: "classic", phase: { number: 1 }, groups: [["R7"]], house_rules: { jokers: true } },
  });
  await api.POST("/api/v1/referee/tally/", {
    // @ts-expect-error  it is not said who
    body: { edition: "classic", results: [{ phase: 1, points: 5 }] },
  });

  const phase = await api.POST("/api/v1/referee/phase/", {
    body: { edition: "classic", phase: { number: 1 }, groups: [["R7"]] },
  });
  // @ts-expect-error  there is no data where there is an error
  phase.data.legal;
  if (phase.data) {
    // @ts-expect-error  a group may be undeclared
    phase.data.groups.map((group) => group.size);
    // @ts-expect-error  what is answered is no error
    phase.error.detail;
    // @ts-expect-error  no such ruling
    phase.data.problems.some((problem) => problem.code === "bad_luck");
  } else {
    // @ts-expect-error  an error is no verdict
    phase.error.legal;
  }

  const after = await api.POST("/api/v1/referee/hit/", {
    body: { edition: "classic", target: standing, cards: ["R7"] },
  });
  // @ts-expect-error  there is no one standing after an illegal or ambiguous hit
  after.data?.target.size;
  // @ts-expect-error  a set has no low end: it is null
  const low: number = standing.low;
  void low;
}

export async function wrongAtTheTable(game: Game, round: Schemas["RoundDetail"]): Promise<void> {
  const path = { game: game.id };
  // @ts-expect-error  a name is not optional
  await api.POST("/api/v1/auth/guests/", { body: { device: "phone" } });
  // @ts-expect-error  how the game was seen is not said
  await api.POST("/api/v1/games/{game}/end/", { params: { path, header: once } });
  // @ts-expect-error  a round is corrected by PUT
  await api.PATCH("/api/v1/games/{game}/rounds/{number}/", { body: { results: [] } });
  await api.POST("/api/v1/games/{game}/rounds/", {
    params: { path },
    // @ts-expect-error  the round has no number
    body: { results: [] },
  });
  await api.POST("/api/v1/games/{game}/rounds/", {
    params: { path },
    // @ts-expect-error  it is not said who
    body: { number: 1, results: [{ points: 5 }] },
  });
  await api.DELETE("/api/v1/games/{game}/rounds/{number}/", {
    // @ts-expect-error  a number in words
    params: { ...asSeen(game, once), path: { ...path, number: "1" } },
  });
  await api.PATCH("/api/v1/games/{game}/", {
    params: asSeen(game, once),
    // @ts-expect-error  no such variant
    body: { variant: "backwards" },
  });
  await api.GET("/api/v1/groups/{group}/games/", {
    // @ts-expect-error  no such status
    params: { path: { group: game.group }, query: { status: "lost" } },
  });
  await api.POST("/api/v1/groups/{group}/invites/", {
    params: { path: { group: game.group } },
    // @ts-expect-error  no such role
    body: { role: "boss" },
  });
  // @ts-expect-error  the group itself goes for good only where that is meant
  await api.DELETE("/api/v1/groups/{group}/", { params: { path: { group: game.group } } });

  const ended = await api.POST("/api/v1/games/{game}/end/", { params: asSeen(game, once) });
  // @ts-expect-error  there is no data where there is an error
  ended.data.winners;
  // @ts-expect-error  a seat may be empty
  game.players[0].total;
  // @ts-expect-error  after the last Phase there is none
  const phase: number = game.players[0]?.phase;
  // @ts-expect-error  a game that is over has no next round
  game.next_round.number;
  // @ts-expect-error  no such status
  game.status === "finished";
  // @ts-expect-error  somebody who watches has no role
  const role: "owner" | "scorer" | "viewer" = game.my_role;
  // @ts-expect-error  cards are not known where points were told
  round.lines.map((line) => line.cards.length);
  // @ts-expect-error  who recorded it may be gone
  const by: string = round.recorded_by;
  void [phase, role, by];
}

export async function wrongAtTheLiveTable(game: Game, table: Schemas["TableState"]): Promise<void> {
  const path = { game: game.id };
  const player = table.players[0]?.player ?? "";
  const laid = await api.POST("/api/v1/games/{game}/table/lay-downs/", {
    params: { path },
    // @ts-expect-error  groups are lists of cards
    body: { round: 1, player, groups: ["R7"] },
  });
  await api.POST("/api/v1/games/{game}/table/hits/", {
    params: { path },
    // @ts-expect-error  it is not said which group is hit
    body: { round: 1, player, cards: ["W"] },
  });
  await api.POST("/api/v1/games/{game}/table/draws/", {
    params: { path },
    // @ts-expect-error  only a card that starts the pile is nobody's
    body: { round: 1, player: null },
  });
  await api.POST("/api/v1/games/{game}/table/notes/", {
    params: { path },
    // @ts-expect-error  a note without words
    body: { round: 1 },
  });
  // @ts-expect-error  a table is looked at, and played on by its plays
  await api.PUT("/api/v1/games/{game}/table/", { params: { path } });
  await api.GET("/api/v1/games/{game}/log/", {
    // @ts-expect-error  a number in words
    params: { path, query: { after: "12" } },
  });

  // @ts-expect-error  what was only tried has a ruling beside its table
  laid.data?.plays;
  // @ts-expect-error  most problems have no ruling
  laid.error?.ruling.choices;
  // @ts-expect-error  no such kind of play
  table.plays.filter(({ kind }) => kind === "pass");
  // @ts-expect-error  nobody plays a card that is turned up
  const who: string[] = table.plays.map((play) => play.player);
  // @ts-expect-error  where turns are not logged, it is nobody's
  const turn: string = table.turn;
  const log = await api.GET("/api/v1/games/{game}/log/", { params: { path } });
  // @ts-expect-error  what happened differs from kind to kind
  log.data?.events[0]?.data.plays;
  void [who, turn];
}

export function wrongWithNull(
  user: Schemas["Account"],
  invite: Schemas["InviteDetail"],
  player: Schemas["PlayerDetail"],
  listed: Schemas["GameSummary"],
  change: Schemas["GameChange"],
): void {
  // @ts-expect-error  a guest has none
  user.email.length;
  // @ts-expect-error  there may be no limit
  invite.max_uses.toFixed();
  // @ts-expect-error  few were merged
  player.merged_from.length;
  // @ts-expect-error  nobody may have claimed the player
  player.user.name;
  // @ts-expect-error  only what is deleted can be restored
  listed.restorable_until.length;
  // @ts-expect-error  most changes need no reason
  change.reason.length;
}
