/** What a correction or a play would do, before it is made. */

import { askHere, orNull } from "../../rules";
import { inTime } from "../../timing";
import type { Consequence, Game, GameAction, Play, Problem, Schemas } from "../actions/actions";
import type { Call } from "../actions/calls";
import { callOf, dryRun } from "../actions/calls";
import type { Answer } from "../sent/server";
import { replayed, replayRequest } from "../shown/replay";

/** The game as it would be, and what happens to later rounds. */
export type Preview =
  | { game: Game; consequences: Consequence[]; problem?: never; unknown?: never }
  | { problem: Problem; unknown?: never }
  | { unknown: true; problem?: never };

const PLAY_WITHIN = 1000; // milliseconds: a slow network does not hold up a play

type Correction = Extract<GameAction, { kind: "correctRound" }>;

/**
 * Ask the rules on the phone, else the server, which knows a game without what waits.
 *
 * @param base the game as the server has it; null if something waits
 */
export async function preview(
  action: Correction,
  shown: Game,
  base: Game | null,
  ask: (call: Call) => Promise<Answer>,
): Promise<Preview> {
  const here = await orNull(askedHere(action, shown));
  if (here) return here;
  if (!base) return { unknown: true };
  const answer = await ask(dryRun(callOf(action, base, null))).catch(() => null);
  if (!answer) return { unknown: true };
  const { data, problem } = answer;
  if (!problem) return { game: data as Game, consequences: [] };
  if (problem.code !== "confirmation_needed" || !problem.would_be) return { problem };
  return { game: problem.would_be, consequences: problem.consequences ?? [] };
}

/** The server's verdict on a play, with all that lies on the table; null if it does not say in time. */
export async function previewPlay(
  game: string,
  play: Play,
  ask: (call: Call) => Promise<Answer>,
): Promise<Schemas["PlayVerdictDetail"] | null> {
  const asked = dryRun(callOf({ kind: "play", game, play, after: [], before: [] }, null, null));
  const answer = await inTime(PLAY_WITHIN, ask(asked)).catch(() => null);
  return answer && !answer.problem ? (answer.data as Schemas["DryRun"]).ruling : null;
}

async function askedHere({ number, body }: Correction, shown: Game): Promise<Preview> {
  const correction = { number, results: body.results, overrule: body.overrule ?? "" };
  const { data, problem } = await askHere("game", { ...replayRequest(shown), correction });
  return problem ? { problem } : { game: replayed(shown, data), consequences: data.consequences };
}
