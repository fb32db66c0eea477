/** A game after each of its rounds: who did what, and how all stood. Pure. */

import type { Schemas } from "../../store/actions/actions";
import type { Named } from "../../store/shown/faces";
import { phasesCourse } from "../game_chart/courses";

type Game = Schemas["GameDetail"];
type Standing = Game["players"][number];

export interface FramePlayer extends Named {
  /** Whether they are at the table, even if a tie-break is not theirs. */
  at_table: boolean;
  /** Their line of the round; null if they did not play it. */
  line: Schemas["RoundLine"] | null;
  /** After the round. */
  total: number;
  /** How many Phases they have completed; null if nobody wrote it down. */
  completed: number | null;
  /** The Phase to lay down next; null after the last, and for those who have left. */
  phase: number | null;
  rank: number;
  /** How many places they have won by this round, or lost if it is negative. */
  rise: number;
  won: boolean;
}

export interface Frame {
  round: number;
  tie_break: boolean;
  /** In the order of the standings; whoever joins later is not there yet. */
  players: readonly FramePlayer[];
}

/** The game after each round. */
export function framesOf(game: Game): Frame[] {
  const phases = phasesCourse(game);
  let ranks = new Map<string, number>();
  return game.rounds.map((round, index) => {
    const isEnd = index === game.rounds.length - 1 && game.status === "over";
    const completedOf = (id: string) => {
      const { values } = phases.series.find((one) => one.id === id) ?? { values: [] };
      return lastKnown(
        values.slice(0, phases.rounds.filter((each) => each <= round.number).length),
      );
    };
    const there = game.players.filter((player) => firstRound(player) <= round.number);
    const players = there.map((player): FramePlayer => {
      const own = (one: Schemas["RoundDetail"]) =>
        one.lines.find((line) => line.player === player.id) ?? null;
      const lines = game.rounds.slice(0, index + 1).map(own);
      const at_table = isAtTable(player, round.number);
      const next = game.rounds.slice(index + 1).find(own);
      const nextPhase = next ? (own(next)?.phase ?? null) : player.phase;
      return {
        ...player,
        at_table,
        line: lines.at(-1) ?? null,
        total: lastKnown(lines.map((line) => line?.total ?? null)) ?? 0,
        completed: completedOf(player.id),
        phase: at_table ? nextPhase : null,
        rank: 1,
        rise: 0,
        won: isEnd && player.won,
      };
    });
    const ranked = inOrder(game, players).map((player) => {
      const before = ranks.get(player.id);
      return { ...player, rise: before === undefined ? 0 : before - player.rank };
    });
    ranks = new Map(ranked.map(({ id, rank }) => [id, rank]));
    return { round: round.number, tie_break: round.tie_break, players: ranked };
  });
}

/** The winner, those at the table, the furthest Phase, the fewest points; then by seat. */
function inOrder(game: Game, players: readonly FramePlayer[]): FramePlayer[] {
  const countsPhases = game.variant !== "fixed_rounds";
  const key = ({ won, at_table, completed, total }: FramePlayer) => [
    won ? 0 : 1,
    at_table ? 0 : 1,
    countsPhases ? -(completed ?? 0) : 0,
    total,
  ];
  const compare = (one: FramePlayer, other: FramePlayer) => {
    const others = key(other);
    return (
      key(one)
        .map((value, index) => value - (others[index] ?? 0))
        .find(Boolean) ?? 0
    );
  };
  const seats = new Map(game.players.map(({ id, seat }) => [id, seat]));
  const sorted = [...players].sort(
    (one, other) => compare(one, other) || (seats.get(one.id) ?? 0) - (seats.get(other.id) ?? 0),
  );
  return sorted.map((player) => ({
    ...player,
    rank: 1 + sorted.findIndex((other) => compare(other, player) === 0),
  }));
}

function firstRound({ stints }: Standing): number {
  return Math.min(
    ...stints.map(({ first_round }) => first_round),
    stints.length > 0 ? Infinity : 1,
  );
}

function isAtTable({ stints }: Standing, round: number): boolean {
  return (
    stints.length === 0 ||
    stints.some(
      ({ first_round: first, last_round: last }) =>
        first <= round && (last === null || last >= round),
    )
  );
}

function lastKnown(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}
