/**
 * A game with its actions folded is what the real server answers to them. Runs with the address of
 * one in `VITE_SERVER` (`tests/client/test_units.py`); `VITE_GAMES` games, of which number
 * `VITE_SEED` is the first.
 */

import { beforeAll, describe, expect, test } from "vitest";
import type { PythonRules } from "../../src/rules/python";
import { api, holdToken, newId, read, send, write } from "../../src/server/api";
import type { Game, GameAction, RoundEntry } from "../../src/store/actions/actions";
import { callOf } from "../../src/store/actions/calls";
import { phoneTime } from "../../src/store/actions/times";
import { serverAt } from "../../src/store/sent/server";
import { foldGame } from "../../src/store/shown/fold";
import { answerOf, startServerRules } from "../rules/server_rules";
import { chance, type Dice, diceOf, oneOf } from "./dice";

const SERVER = import.meta.env.VITE_SERVER as string | undefined;
const FIRST = Number(import.meta.env.VITE_SEED ?? 1);
const GAMES = Number(import.meta.env.VITE_GAMES ?? 12);
const STEPS = 24;
const BASE_MOVES = 0.2; // how often the phone hears from the server

const NAMES = ["Ann", "Ben", "Chloé", "Dörte", "Íñigo", "Fay"];
const CHOICES = [
  { edition: "classic", phases: [{ number: 1 }, { number: 2 }] },
  { edition: "express", phases: [{ number: 5 }, { number: 1 }, { number: 10 }] },
  { edition: "flip", phases: [{ number: 2 }], house_rules: { must_lay_down: true } },
  { edition: "express", phases: [{ number: 1 }, { number: 2 }], variant: "fixed_rounds" },
] as const;

let rules: PythonRules;
let token: string;

beforeAll(async () => {
  if (!SERVER) return;
  rules = await startServerRules();
  const body = { name: "Ann" };
  const params = (header: { "Idempotency-Key": string }) => ({ params: { header }, body });
  token = (await write((header) => api.POST("/api/v1/auth/guests/", params(header)))).token;
  holdToken(token);
}, 60_000);

/** A group with a game that begins now. */
async function begin(dice: Dice): Promise<Game> {
  const players = NAMES.slice(0, 2 + dice(4)).map((name) => ({ id: newId(), name }));
  const game = { ...oneOf(dice, CHOICES), players };
  const body = { name: "Table", game: structuredClone(game) as never };
  const group = await write((header) => api.POST("/api/v1/groups/", { params: { header }, body }));
  if (!group.game) throw new Error("The group has no game.");
  return group.game;
}

/** What people might do next, sensible or not. */
function anything(dice: Dice, game: Game): GameAction {
  const about = { game: game.id };
  const last = game.rounds.length;
  const somebody = oneOf(dice, game.players);
  const number = game.next_round?.number ?? last + 1;
  const kind = dice(20);
  if (kind < 11) {
    const body = { id: newId(), number, results: tally(dice, game.next_round?.playing) };
    return { ...about, kind: "recordRound", body: { ...body, ...overruled(dice) } };
  }
  if (kind < 13) {
    const corrected = 1 + dice(Math.max(1, last));
    const players = game.rounds[corrected - 1]?.lines.map((line) => line.player);
    const body = { results: tally(dice, players), ...overruled(dice) };
    return { ...about, kind: "correctRound", number: corrected, body, confirmed: ACCEPTED };
  }
  if (kind < 14) return { ...about, kind: "takeBackRound", number: last };
  if (kind < 16) {
    const decisions = ["end", "abandon", "resume", "resume", "archive", "unarchive"] as const;
    return { ...about, kind: "decide", decision: oneOf(dice, decisions) };
  }
  if (kind < 17) return { ...about, kind: "leaveGame", player: somebody.id, round: number };
  if (kind < 18) {
    return {
      ...about,
      kind: "addToGame",
      name: somebody.name,
      body: { player: { id: somebody.id } },
    };
  }
  if (kind < 19) return newcomer(dice, game, number);
  const change = chance(dice, 0.5)
    ? { house_rules: { must_lay_down: chance(dice, 0.5) } }
    : { players: game.players.map(({ id }) => id).reverse() };
  return { ...about, kind: "changeGame", change };
}

function newcomer(dice: Dice, game: Game, round: number): GameAction {
  const name = `Guest ${dice(1000)}`;
  const terms = {
    total: 5 * dice(20),
    ...(chance(dice, 0.5) && { left_of: oneOf(dice, game.players).id }),
    ...(chance(dice, 0.5) && { phase: "lowest" as const }),
  };
  const player = { id: newId(), name };
  return { kind: "addToGame", game: game.id, name, body: { player, round, ...terms } };
}

/** The person accepts whatever a correction does later. */
const ACCEPTED = [{ round: 0, effect: "doubtful" as const, message: "" }];

function overruled(dice: Dice): { overrule?: string } {
  return chance(dice, 0.6) ? { overrule: "So it was." } : {};
}

/** Lines as people enter them: mostly possible, and sometimes nonsense. */
function tally(dice: Dice, players: readonly string[] = []): RoundEntry[] {
  const out = chance(dice, 0.95) ? dice(Math.max(1, players.length)) : -1;
  return players.map((player, index) => {
    if (index === out) return { player, went_out: true };
    const points = chance(dice, 0.05) ? dice(200) : 5 * (1 + dice(30));
    if (chance(dice, 0.2)) return { player, points };
    return { player, points, laid_down: points < 50 || chance(dice, 0.3) };
  });
}

/** A game without what only the server can know. */
function told({ rounds, ...game }: Game) {
  const { version: _version, event: _event, changed_at: _changed, ...rest } = game;
  return {
    ...rest,
    rounds: rounds.map(({ recorded_at: _at, phone_time: _said, ...round }) => round),
  };
}

describe.runIf(SERVER)("what a phone shows is what the server answers", () => {
  const server = serverAt(SERVER ?? "", send);
  const ask = async (_name: "game", request: Parameters<typeof answerOf<"game">>[2]) =>
    answerOf(rules, "game", request, "en");

  const carriedOut = new Set<GameAction["kind"]>();

  test.each(Array.from({ length: GAMES }, (_each, index) => FIRST + index))(
    "game %i",
    async (seed) => {
      const dice = diceOf(seed);
      let there = await begin(dice);
      let base = there;
      let actions: GameAction[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const action = anything(dice, there);
        const now = phoneTime(new Date().toISOString(), Date.now(), 0);
        const answer = await server.send(callOf(action, there, now), { token, key: newId() });
        const { game, refused } = await foldGame(base, [...actions, action], { ask, me: "Ann" });
        const wish = `${step}: ${JSON.stringify(action)} ${JSON.stringify(answer.problem)}`;
        if (answer.problem) {
          // What the server refuses changes nothing on the phone either, and is not said to be fine.
          const problem = refused.find(({ index }) => index === actions.length)?.problem;
          if (problem) expect(problem.detail, wish).toBe(answer.problem.detail);
        } else {
          carriedOut.add(action.kind);
          actions.push(action);
          there = answer.data as Game;
        }
        expect(told(game), wish).toEqual(told(there));
        if (chance(dice, BASE_MOVES)) {
          base = await read(
            api.GET("/api/v1/games/{game}/", { params: { path: { game: there.id } } }),
          );
          actions = [];
        }
      }
    },
    60_000,
  );

  test("everything was carried out at least once", () => {
    expect([...carriedOut].sort()).toEqual([
      "addToGame",
      "changeGame",
      "correctRound",
      "decide",
      "leaveGame",
      "recordRound",
      "takeBackRound",
    ]);
  });
});
