import { expect, test } from "vitest";
import type { Answered } from "../../src/rules";
import { Unavailable } from "../../src/rules/functions";
import type { Game, GameAction, Schemas } from "../../src/store/actions/actions";
import { isReached, isStill, subjectOf } from "../../src/store/actions/subjects";
import { inverseOf } from "../../src/store/actions/undoing";
import { type AskGame, foldGame } from "../../src/store/shown/fold";
import type { ReplayRequest } from "../../src/store/shown/replay";
import { answerOf, cases, startServerRules } from "../rules/server_rules";

const GAME = "00000000-0000-4000-8000-0000000000a1";
const ROUND = "00000000-0000-4000-8000-0000000000b1";

const rules = await startServerRules();

let language = "en";

function answer(request: ReplayRequest): Answered<"game"> {
  return answerOf(rules, "game", request, language);
}

const ask: AskGame = async (_name, request) => answer(request);
const nobody: AskGame = () => Promise.reject(new Unavailable());
const change = (change: Schemas["GameSettingsRequest"]): GameAction => ({
  ...{ kind: "changeGame", game: GAME, change },
});

/** The game that a request is about, as the server would show it. */
function gameOf(request: ReplayRequest): Game {
  const { data } = answer(request);
  if (!data) throw new Error("There is no such game.");
  const origin = { recorded_by: "Ada", recorded_at: "2026-01-01T20:00:00Z", phone_time: null };
  const rounds = data.rounds.map((round) => ({ ...round, ...origin, id: `${round.number}` }));
  const { consequences: _none, ...standings } = data;
  return {
    ...standings,
    rounds,
    id: GAME,
    group: GAME,
    edition: request.edition,
    variant: request.variant ?? "standard",
    house_rules: request.house_rules ?? ({} as Game["house_rules"]),
    first_dealer: request.first_dealer ?? request.players[0]?.id ?? "",
    turns_logged: false,
    totals_only: false,
    archived: false,
    version: 7,
    event: 12,
    my_role: "scorer",
    changed_at: origin.recorded_at,
    started_at: origin.recorded_at,
    phone_time: null,
  };
}

/** What the rules say about a game: everything but where the rounds come from. */
function standings(game: Game) {
  const { status, ended_early, next_round, winners, players, phases } = game;
  const rounds = game.rounds.map(
    ({ id: _id, recorded_by: _by, recorded_at: _at, phone_time: _phone, ...round }) => round,
  );
  return { status, ended_early, next_round, winners, players, phases, rounds };
}

interface Change {
  language: string;
  before: ReplayRequest;
  action: GameAction;
  status: number;
  answer: Schemas["GameReplay"];
}

/** The published cases in which something is to happen to a game. */
function changes(): Change[] {
  return cases("game").flatMap(({ language, request, status, answer }) => {
    if (!request.startsWith("{") || status === 400) return [];
    const { new_round, correction, ...before }: ReplayRequest = JSON.parse(request);
    const number = (before.rounds?.length ?? 0) + 1;
    const action: GameAction | null = new_round
      ? {
          kind: "recordRound",
          game: GAME,
          body: { ...new_round, overrule: new_round.overrule ?? "", number, id: ROUND },
        }
      : correction
        ? {
            kind: "correctRound",
            game: GAME,
            number: correction.number,
            body: { results: correction.results, overrule: correction.overrule ?? "" },
            confirmed: [],
          }
        : null;
    return action ? [{ language, before, action, status, answer: JSON.parse(answer) }] : [];
  });
}

test("rounds and corrections lead to the published answers", async () => {
  const tried = changes();
  let carriedOut = 0;
  for (const { before, action, status, answer, ...told } of tried) {
    language = told.language;
    const base = gameOf(before);
    const { game, unchecked, refused } = await foldGame(base, [action], { ask });
    if (status === 200) {
      const { consequences: _effects, ...expected } = answer;
      expect(standings(game)).toEqual(expected);
      expect({ unchecked, refused }).toEqual({ unchecked: [], refused: [] });
      carriedOut += 1;
    } else {
      expect(game).toBe(base);
      expect(unchecked).toEqual(action.kind === "recordRound" ? [action.body] : []);
    }
  }
  expect(carriedOut).toBeGreaterThan(10);
});

function aGame(variant: Game["variant"] = "standard"): { base: Game; last: GameAction } {
  const found = changes().find(
    ({ action, before, status }) =>
      action.kind === "recordRound" && status === 200 && (before.rounds?.length ?? 0) > 1,
  );
  if (!found) throw new Error("There is no such case.");
  return { base: gameOf({ ...found.before, variant }), last: found.action };
}

test("a round is from this phone, and the others keep their origin", async () => {
  const { base, last } = aGame();
  const { game } = await foldGame(base, [last], { ask, me: "Ben" });
  expect(game.rounds.slice(0, -1)).toEqual(base.rounds);
  expect(game.rounds.at(-1)).toMatchObject({ id: ROUND, recorded_by: "Ben", recorded_at: null });
});

test("recording and taking back, ending and resuming lead back to the game", async () => {
  const { base, last } = aGame();
  const back = { kind: "takeBackRound", game: GAME, number: base.rounds.length + 1 } as const;
  const there = await foldGame(base, [last, back], { ask });
  expect(there.game).toEqual(base);
  const decided = (decision: "end" | "resume" | "abandon" | "archive" | "unarchive") =>
    ({ kind: "decide", game: GAME, decision }) as const;
  const ended = await foldGame(base, [decided("end")], { ask });
  expect(ended.game).toMatchObject({ status: "over", ended_early: true, next_round: null });
  const left = await foldGame(base, [decided("abandon")], { ask });
  expect(left.game).toMatchObject({ status: "abandoned", winners: [] });
  const both = [decided("end"), decided("abandon"), decided("resume")];
  expect((await foldGame(base, both, { ask })).game).toEqual(base);
  expect((await foldGame(base, [decided("archive")], { ask })).game.archived).toBe(true);
});

test("taking back the only round of a game that ended early reopens it", async () => {
  const { base } = aGame();
  const one: Game = { ...base, rounds: base.rounds.slice(0, 1) };
  const actions: GameAction[] = [
    { kind: "decide", game: GAME, decision: "end" },
    { kind: "takeBackRound", game: GAME, number: 1 },
  ];
  const { game } = await foldGame(one, actions, { ask });
  expect(game).toMatchObject({ status: "playing", ended_early: false, rounds: [], winners: [] });
  expect(game.next_round?.number).toBe(1);
});

test("without rules, a round stays unchecked and the game as it is", async () => {
  const { base, last } = aGame();
  const folded = await foldGame(base, [last], { ask: nobody });
  expect(folded).toEqual({
    game: base,
    unchecked: [(last as { body: unknown }).body],
    refused: [],
  });
});

test("without rules, settings change as far as that is certain", async () => {
  const { base } = aGame();
  const begun: Game = { ...base, rounds: [] };
  const ids = base.players.map(({ id }) => id).reverse();
  const changes = [{ players: ids }, { house_rules: { must_lay_down: true } }];
  const actions = changes.map(change);
  const { game } = await foldGame(begun, actions, { ask: nobody });
  expect(game.players.map(({ id, seat }) => [id, seat])).toEqual(ids.map((id, seat) => [id, seat]));
  expect(game.house_rules.must_lay_down).toBe(true);

  // The seats are settled since the first round: only the rules can say what that means.
  const later = await foldGame(base, actions.slice(0, 1), { ask: nobody });
  expect(later.game).toBe(base);
});

test("a round that another phone has recorded in the meantime waits for the server", async () => {
  const { base, last } = aGame();
  const { game: theirs } = await foldGame(base, [last], { ask });
  if (last.kind !== "recordRound") throw new Error("It is a round.");
  const mine = { ...last, body: { ...last.body, id: GAME } };
  const { game, unchecked } = await foldGame(theirs, [mine], { ask });
  expect(game).toBe(theirs);
  expect(unchecked).toHaveLength(1);
});

test("house rules change at any time, seats and Phases before the first round", async () => {
  const { base } = aGame();
  const begun: Game = { ...base, rounds: [] };
  const [first, second, ...others] = base.players.map(({ id }) => id);
  const seats = [second, first, ...others].filter((id) => id !== undefined);
  const asked = { house_rules: { must_lay_down: true }, players: seats, phases: [{ number: 3 }] };
  const { game } = await foldGame(begun, [change(asked)], { ask });
  expect(game.players.map(({ id }) => id)).toEqual(seats);
  expect(game.house_rules).toEqual({ ...base.house_rules, must_lay_down: true });
  expect(game.phases).toHaveLength(1);
  expect(game.first_dealer).toBe(base.first_dealer);
});

test("handicaps change before the first round, stay with their players, and come back", async () => {
  const { base } = aGame();
  const handicaps = base.players.map((_, seat) => (seat === 0 ? { phase: 2, total: 15 } : null));
  const ids = base.players.map(({ id }) => id);
  const phases = [{ number: 1 }, { number: 2 }];
  const fresh = (await foldGame({ ...base, rounds: [] }, [change({ phases })], { ask })).game;
  for (const asked of [ask, nobody]) {
    const begun = (await foldGame(fresh, [change({ handicaps })], { ask: asked })).game;
    expect(begun.players[0]).toMatchObject({
      handicap: handicaps[0],
      phase: 2,
      total: 15,
      rank: 1,
    });
    const without = change({ handicaps: ids.map(() => null) });
    const moved = await foldGame(begun, [change({ players: ids.toReversed() })], { ask: asked });
    expect(moved.game.players.at(-1)).toMatchObject({ id: ids[0], handicap: handicaps[0] });
    const left = (await foldGame(begun, [without], { ask: asked })).game;
    const back = inverseOf(without, begun, null, () => ROUND) as GameAction;
    const again = (await foldGame(left, [back], { ask: asked })).game;
    expect(again.players).toEqual(begun.players);
    expect([isReached(back, left), isReached(back, again)]).toEqual([false, true]);
    // Whoever is seated again begins as before.
    const unseated = inverseOf(change({ players: ids.slice(1) }), begun, null, () => ROUND);
    expect(unseated).toMatchObject({ change: { players: ids, handicaps } });
  }
});

test("handicaps are for who sat in these seats", () => {
  const { base } = aGame();
  const handicaps = base.players.map((_, seat) => (seat === 0 ? { phase: 2, total: 0 } : null));
  const action = change({ handicaps });
  const about = subjectOf(action, base);
  const moved = { ...base, players: base.players.toReversed() };
  expect([isStill(about, action, base), isStill(about, action, moved)]).toEqual([true, false]);
});

test("other Phases are those of the game once it has them, and go back", async () => {
  const { base } = aGame();
  const begun: Game = { ...base, rounds: [] };
  const action = change({ phases: [{ groups: [{ kind: "set", size: 3 }] }] });
  const { game } = await foldGame(begun, [action], { ask });
  expect([isReached(action, begun), isReached(action, game)]).toEqual([false, true]);
  const back = inverseOf(action, begun, null, () => ROUND) as GameAction;
  expect((await foldGame(game, [back], { ask })).game.phases).toEqual(begun.phases);
});

test("turns are logged from any round on, whether or not the rules are there", async () => {
  const { base } = aGame();
  const action = change({ turns_logged: true });
  for (const asked of [ask, nobody]) {
    const { game, refused } = await foldGame(base, [action], { ask: asked });
    expect([game.turns_logged, refused]).toEqual([true, []]);
  }
});

test("a change with a player who is not known waits for the server", async () => {
  const { base } = aGame();
  const action = change({ players: [GAME, ROUND] });
  expect((await foldGame(base, [action], { ask })).game).toBe(base);
  const playerOf = (id: string) =>
    ({ id, name: id === GAME ? "Ada" : "Ben", color: "umber", sign: "🦊" }) as const;
  const known = await foldGame({ ...base, rounds: [] }, [action], { ask, playerOf });
  expect(known.game.players.map(({ name, color, sign }) => [name, color, sign])).toEqual([
    ["Ada", "umber", "🦊"],
    ["Ben", "umber", "🦊"],
  ]);
});

test.each(["standard", "fixed_rounds"] as const)(
  "without rules, whoever joins or leaves a %s game is at the table or not all the same",
  async (variant) => {
    const { base } = aGame(variant);
    const round = base.rounds.length + 1;
    const [first, second] = base.players.map(({ id }) => id);
    if (!first || !second) throw new Error("There are no two players.");
    const join = (id: string, terms: object): GameAction => ({
      kind: "addToGame",
      game: GAME,
      name: "Dora",
      body: { player: { id }, round, ...terms },
    });
    const leave = (player: string): GameAction => ({
      ...{ kind: "leaveGame", game: GAME, player, round },
    });
    // In fixed rounds everybody is on the Phase of the round (7.2).
    const lowest = variant === "standard" && { phase: "lowest" };
    const dora = join(ROUND, { left_of: second, total: 35, ...lowest });
    // Who ranks where, deals and starts is not told without rules.
    const seats = ({ players, next_round }: Game) => ({
      playing: next_round?.playing.toSorted(),
      players: players
        .map(({ rank: _rank, ...player }) => player)
        .sort((one, other) => one.seat - other.seat),
    });
    for (const actions of [
      [dora],
      [join(ROUND, { total: 0 })],
      [dora, leave(second)],
      [dora, leave(ROUND)],
      [dora, leave(second), join(second, {})],
    ]) {
      const certain = await foldGame(base, actions, { ask: nobody });
      const worked = await foldGame(base, actions, { ask });
      expect(worked.refused).toEqual([]);
      expect(seats(certain.game)).toEqual(seats(worked.game));
    }
    // Whoever left by mistake, before the first round, joins as before.
    const joined = (await foldGame(base, [dora], { ask })).game;
    const back = inverseOf(leave(ROUND), joined, null, () => ROUND) as GameAction;
    const again = await foldGame(joined, [leave(ROUND), back], { ask });
    expect([again.refused, seats(again.game)]).toEqual([[], seats(joined)]);
  },
);

test("a round that its own event has brought already is not counted once more", async () => {
  const { base } = aGame();
  const last = base.rounds.at(-1);
  if (!last) throw new Error("There is no round.");
  const results = last.lines.map(({ player, points }) => ({ player, points }));
  const body = { id: last.id, number: last.number, results };
  const sent: GameAction = { kind: "recordRound", game: GAME, body };
  expect((await foldGame(base, [sent], { ask })).unchecked).toEqual([]);
});

test("the first dealer is who was chosen, and stays while seats move", async () => {
  const { base } = aGame();
  const [first, second] = base.players.map(({ id }) => id) as [string, string];
  const begun: Game = { ...base, rounds: [], first_dealer: first };
  const dealerAfter = async (asked: Parameters<typeof change>[0]) =>
    (await foldGame(begun, [change(asked)], { ask })).game.first_dealer;
  expect(await dealerAfter({ first_dealer: second })).toBe(second);
  const seats = begun.players.map(({ id }) => id);
  expect(await dealerAfter({ players: seats.toReversed() })).toBe(first);
});
