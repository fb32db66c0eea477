/** A game as the rules are asked about it, and their answer as a game. */

import type { Answered, Asked } from "../../rules";
import { enteredIn, type Game, type Round } from "../actions/actions";

export type Replay = NonNullable<Answered<"game">["data"]>;
export type ReplayRequest = Asked<"game">;

/** Who recorded a round and when: what the rules do not know. */
export type RoundOrigin = Pick<
  Round,
  "id" | "recorded_by" | "imported" | "entered_by" | "recorded_at" | "phone_time"
>;

/** The question what follows from the settings and rounds of a game. */
export function replayRequest(game: Game): ReplayRequest {
  return {
    edition: game.edition,
    variant: game.variant,
    phases: game.phases.map(({ groups }) => ({ groups })),
    house_rules: game.house_rules,
    players: game.players.map(({ id, name, color, sign, stints, handicap }) => {
      // Games that were stored before there were faces or handicaps have none.
      return { id, name, ...(color && { color, sign }), stints, ...(handicap && { handicap }) };
    }),
    first_dealer: game.first_dealer,
    ended_early: game.ended_early,
    abandoned: game.status === "abandoned",
    rounds: game.rounds.map((round) => ({ overrule: round.overrule, lines: enteredIn(round) })),
  };
}

/** The game as the rules see it now; `added` is where a round comes from that is not in it yet. */
export function replayed(game: Game, replay: Replay, added?: RoundOrigin): Game {
  const origins = new Map<number, RoundOrigin>(game.rounds.map((round) => [round.number, round]));
  const { status, ended_early, next_round, winners, players, phases } = replay;
  const rounds = replay.rounds.flatMap((round) => {
    const origin = origins.get(round.number) ?? added;
    return origin ? [{ ...round, ...originOf(origin) }] : [];
  });
  return { ...game, status, ended_early, next_round, winners, players, phases, rounds };
}

function originOf(round: RoundOrigin): RoundOrigin {
  const { id, recorded_by, imported, entered_by, recorded_at, phone_time } = round;
  const file = { ...(imported && { imported }), ...(entered_by && { entered_by }) };
  return { id, recorded_by, ...file, recorded_at, phone_time };
}
