/**
 * A small model of the game: points add up, and who reaches the limit ends it. It is enough for
 * what storing and sending have to do with rounds: they follow from earlier ones, and a correction
 * can drop later ones.
 */

import type {
  Consequence,
  Folded,
  Game,
  GameAction,
  Problem,
  Round,
  RoundEntry,
} from "../../src/store/actions/actions";
import { withFace } from "../../src/store/shown/faces";
import { comingRound, player as newPlayer, round as newRound } from "../screens/games";

export const LIMIT = 1_000_000;

export type Outcome = { game: Game; problem?: never } | { problem: Problem; game?: never };

export function problem(status: number, code: string, more: Partial<Problem> = {}): Problem {
  const detail = `${status} ${code}`;
  return { type: "", title: "", status, code: code as never, detail, errors: [], ...more };
}

const isThere = (stint: { first_round: number; last_round: number | null }, number: number) =>
  stint.first_round <= number && (stint.last_round ?? number) >= number;

type Player = Game["players"][number];

function playing(players: readonly Player[], number: number): string[] {
  return players
    .filter(({ stints }) => stints.length === 0 || stints.some((stint) => isThere(stint, number)))
    .map(({ id }) => id);
}

/** What follows from the players and rounds of a game; rounds after the end are left out. */
export function replayed(game: Game): Game {
  const totals = new Map(game.players.map(({ id, stints }) => [id, stints[0]?.total ?? 0]));
  const rounds: Round[] = [];
  let over = false;
  for (const round of game.rounds) {
    if (over) break;
    const lines = round.lines.map((line) => {
      const total = (totals.get(line.player) ?? 0) + line.points;
      totals.set(line.player, total);
      return { ...line, phase: 1, total };
    });
    rounds.push({ ...round, number: rounds.length + 1, lines });
    over = lines.some(({ total }) => total >= LIMIT);
  }
  const next = rounds.length + 1;
  const ended_early = game.ended_early && !over;
  const abandoned = game.status === "abandoned" && !over && !ended_early;
  const isPlaying = !over && !ended_early && !abandoned;
  const there = playing(game.players, isPlaying ? next : next - 1);
  return {
    ...game,
    status: isPlaying ? "playing" : abandoned ? "abandoned" : "over",
    ended_early,
    rounds,
    winners: [],
    players: game.players.map((player) => ({
      ...player,
      at_table: there.includes(player.id),
      phase: 1,
      total: totals.get(player.id) ?? 0,
    })),
    next_round: isPlaying ? comingRound(next, { playing: there }) : null,
  };
}

function linesOf(results: readonly RoundEntry[], expected: readonly string[]) {
  const players = results.map(({ player }) => player);
  if ([...players].sort().join() !== [...expected].sort().join()) return null;
  return results.map(({ player, points, laid_down, went_out }) => ({
    player,
    points: points ?? 0,
    cards: null,
    laid_down: laid_down ?? (points ?? 0) < 50,
    went_out: went_out ?? points === 0,
    phase: 1,
    total: 0,
  }));
}

/** Rounds that a correction drops. */
export function consequences(before: Game, after: Game): Consequence[] {
  return before.rounds
    .slice(after.rounds.length)
    .map(({ number }) => ({ round: number, effect: "dropped", message: `Round ${number} goes.` }));
}

/** What an action makes of a game, or why it is refused. */
export function applied(game: Game, action: GameAction, by: string | null): Outcome {
  switch (action.kind) {
    case "recordRound": {
      const { number, id, results, overrule, phone_time } = action.body;
      if (number <= game.rounds.length) {
        return { problem: problem(409, "round_already_recorded", { game }) };
      }
      if (!game.next_round) return { problem: problem(409, "game_not_playing", { game }) };
      if (number > game.next_round.number) {
        return { problem: problem(409, "round_not_next", { game }) };
      }
      const lines = linesOf(results, game.next_round.playing);
      if (!lines) return { problem: problem(400, "invalid_request") };
      if (lines.some(({ points }) => points % 5 === 4) && !overrule) {
        return { problem: problem(422, "tally_refused") };
      }
      const said = { overrule: overrule || null, phone_time: phone_time ?? null };
      const origin = { id, dealer: null, recorded_by: by, recorded_at: null };
      const round = newRound(number, lines, { ...said, ...origin });
      return { game: replayed({ ...game, rounds: [...game.rounds, round] }) };
    }
    case "correctRound": {
      const round = game.rounds[action.number - 1];
      if (!round) return { problem: problem(404, "not_found") };
      const lines = linesOf(
        action.body.results,
        round.lines.map(({ player }) => player),
      );
      if (!lines) return { problem: problem(400, "invalid_request") };
      const rounds = game.rounds.map((each) => (each === round ? { ...each, lines } : each));
      return { game: replayed({ ...game, rounds }) };
    }
    case "takeBackRound": {
      if (action.number < 1 || action.number > game.rounds.length) {
        return { problem: problem(404, "not_found") };
      }
      if (action.number < game.rounds.length) {
        return { problem: problem(409, "not_the_last_round", { game }) };
      }
      return { game: replayed({ ...game, rounds: game.rounds.slice(0, -1) }) };
    }
    case "decide":
      return decided(game, action.decision);
    case "changeGame": {
      const house_rules = { ...game.house_rules, ...action.change.house_rules };
      const { turns_logged = game.turns_logged } = action.change;
      return { game: { ...game, house_rules, turns_logged } };
    }
    case "addToGame":
      return joined(game, action);
    case "leaveGame":
      return left(game, action);
    default:
      return { game };
  }
}

function decided(game: Game, decision: string): Outcome {
  const wrong = { problem: problem(409, "wrong_state", { game }) };
  const isOver = game.status === "over" && !game.ended_early;
  switch (decision) {
    case "end":
      if (isOver || game.ended_early || game.rounds.length === 0) return wrong;
      return { game: replayed({ ...game, status: "playing", ended_early: true }) };
    case "abandon":
      if (isOver || game.status === "abandoned") return wrong;
      return { game: replayed({ ...game, status: "abandoned", ended_early: false }) };
    case "resume":
      if (isOver || game.status === "playing") return wrong;
      return { game: replayed({ ...game, status: "playing", ended_early: false }) };
    case "archive":
    case "unarchive":
      if (game.archived === (decision === "archive")) return wrong;
      return { game: { ...game, archived: decision === "archive" } };
    default:
      return { game };
  }
}

function notNow(game: Game, round: number | undefined): Problem | null {
  if (!game.next_round) return problem(409, "game_not_playing", { game });
  if (game.rounds.length === 0) return problem(409, "not_begun", { game });
  const next = game.next_round.number;
  if (round === undefined || round === next) return null;
  return problem(409, round > next ? "round_not_next" : "already_played", { game });
}

function joined(game: Game, action: Extract<GameAction, { kind: "addToGame" }>): Outcome {
  const { player, round, total } = action.body;
  const wrong = notNow(game, round);
  if (wrong) return { problem: wrong };
  const id = typeof player === "string" ? player : (player.id ?? "");
  const next = game.next_round?.number ?? 0;
  const known = game.players.find((each) => each.id === id);
  if (known?.at_table) return { problem: problem(409, "duplicate_player", { game }) };
  const stint = { first_round: next, last_round: null, phase: "first" as const, total: total ?? 0 };
  if (known) {
    const last = known.stints.at(-1);
    const stints =
      last?.last_round === next - 1
        ? [...known.stints.slice(0, -1), { ...last, last_round: null }]
        : [...known.stints, { ...stint, phase: null, total: null }];
    const whole = stints.length === 1 && stints[0]?.first_round === 1;
    return withPlayer(game, { ...known, stints: whole ? [] : stints });
  }
  if (total === undefined) return { problem: problem(400, "invalid_request") };
  const more = { name: action.name, ...withFace({}, game.players), stints: [stint] };
  return withPlayer(game, newPlayer(id, game.players.length, more));
}

function left(game: Game, { player, round }: Extract<GameAction, { kind: "leaveGame" }>): Outcome {
  const known = game.players.find(({ id }) => id === player);
  if (!known?.at_table) return { problem: problem(404, "not_found") };
  const wrong = notNow(game, round);
  if (wrong) return { problem: wrong };
  const next = game.next_round?.number ?? 0;
  if (playing(game.players, next).length <= 2) {
    return { problem: problem(409, "too_few_players", { game }) };
  }
  const whole = [{ first_round: 1, last_round: null, phase: null, total: null }];
  const stints = (known.stints.length > 0 ? known.stints : whole)
    .filter(({ first_round }) => first_round < next)
    .map((stint) => ({ ...stint, last_round: Math.min(stint.last_round ?? next - 1, next - 1) }));
  if (stints.length === 0) {
    const players = game.players.filter((each) => each !== known);
    return {
      game: replayed({ ...game, players: players.map((each, seat) => ({ ...each, seat })) }),
    };
  }
  return withPlayer(game, { ...known, stints });
}

function withPlayer(game: Game, player: Player): Outcome {
  const others = game.players.filter(({ id }) => id !== player.id);
  const players = [...others, player].sort((one, other) => one.seat - other.seat);
  return { game: replayed({ ...game, players }) };
}

/** The fold of the model, as the rules on the phone do it. */
export async function foldModel(base: Game, actions: readonly GameAction[]): Promise<Folded> {
  const folded: Folded = { game: base, unchecked: [], refused: [] };
  for (const [index, action] of actions.entries()) {
    const { game, problem } = applied(folded.game, action, null);
    if (game) folded.game = game;
    else folded.refused.push({ index, problem });
    if (!game && action.kind === "recordRound") folded.unchecked.push(action.body);
  }
  return folded;
}
