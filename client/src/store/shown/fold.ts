/**
 * A game with the actions that wait for the server, as the server will answer them.
 *
 * The rules on the phone work out what follows; without them, rounds stay unchecked.
 */

import { type Answered, type Asked, askHere, Unavailable } from "../../rules";
import type { Decision, Folded, Game, GameAction, Problem, Schemas } from "../actions/actions";
import { type Named, withFace } from "./faces";
import { begun, ranked } from "./handicaps";
import { type ReplayRequest, type RoundOrigin, replayed, replayRequest } from "./replay";
import { withoutPlayer, withPlayer } from "./stints";

type Kind = GameAction["kind"];
type Of<K extends Kind> = Extract<GameAction, { kind: K }>;

/** What an action changes in the question to the rules and in the rest of the game. */
interface Step {
  asked?: Partial<ReplayRequest>;
  changed?: Partial<Game>;
  /** What is certain even if the rules cannot be asked: the next action builds on it. */
  certain?: Partial<Game>;
  added?: RoundOrigin;
  /** What the game has to be afterwards: otherwise its rounds have decided it already. */
  expected?: Game["status"];
}

/** Who answers `game`: by default the rules on the phone. */
export type AskGame = (name: "game", request: Asked<"game">) => Promise<Answered<"game">>;

/** What the phone knows besides the game. */
export interface Knowledge {
  /** The name under which this phone records. */
  me?: string | null;
  /** A player of the group. */
  playerOf?: (player: string) => Named | undefined;
  ask?: AskGame;
}

/** Apply the actions of a game in their order. Never throws. */
export async function foldGame(
  base: Game,
  actions: readonly GameAction[],
  knowledge: Knowledge = {},
): Promise<Folded> {
  const folded: Folded = { game: base, unchecked: [], refused: [] };
  for (const [index, action] of actions.entries()) {
    if (changedUnchecked(folded, action)) continue;
    const result = await applied(folded.game, action, knowledge);
    if ("game" in result) folded.game = result.game;
    else if (action.kind === "recordRound" && isToCome(folded.game, action)) {
      folded.unchecked.push(action.body);
    }
    if (result.problem) folded.refused.push({ index, problem: result.problem });
  }
  return folded;
}

/** Whether a round is not among the game's: events may tell of it before the answer to it comes. */
function isToCome({ rounds }: Game, { body }: Of<"recordRound">): boolean {
  return !rounds.some(({ id }) => id === body.id);
}

/** Whether the action was about a round that nobody has checked yet, and was carried out there. */
function changedUnchecked({ unchecked }: Folded, action: GameAction): boolean {
  if (action.kind !== "correctRound" && action.kind !== "takeBackRound") return false;
  const index = unchecked.findIndex(({ number }) => number === action.number);
  const round = unchecked[index];
  if (!round) return false;
  if (action.kind === "correctRound") unchecked[index] = { ...round, ...action.body };
  else if (index === unchecked.length - 1) unchecked.pop();
  return true;
}

type Applied = { game: Game; problem?: never } | { problem: Problem | null };

/** The game after one action; else the problem, null if only the server can tell. */
async function applied(game: Game, action: GameAction, knowledge: Knowledge): Promise<Applied> {
  const { ask = askHere } = knowledge;
  const step = stepOf(game, action, knowledge);
  if (!step) return { problem: null };
  const changed = { ...game, ...step.changed };
  if (!step.asked) return { game: changed };
  try {
    const { data, problem } = await ask("game", { ...replayRequest(changed), ...step.asked });
    if (!data) return { problem };
    if (step.expected && data.status !== step.expected) return { problem: null };
    return { game: replayed(changed, data, step.added) };
  } catch (error) {
    if (!(error instanceof Unavailable)) console.error(error);
    return step.certain ? { game: { ...game, ...step.certain } } : { problem: null };
  }
}

/** What an action changes; null if it does not fit the game as it is, which the server explains. */
function stepOf(game: Game, action: GameAction, knowledge: Knowledge): Step | null {
  // Each kind of action has the function for its own.
  const step = STEPS[action.kind] as (...given: Parameters<typeof stepOf>) => Step | null;
  return step(game, action, knowledge);
}

const NOTHING = () => ({});

const STEPS: { [K in Kind]: (game: Game, action: Of<K>, knowledge: Knowledge) => Step | null } = {
  recordRound(game, { body }, { me = null }) {
    if (game.next_round?.number !== body.number) return null;
    const { id, results, overrule = null, phone_time = null } = body;
    return {
      asked: { new_round: { results, overrule } },
      added: { id, recorded_by: me, recorded_at: null, phone_time },
    };
  },
  correctRound(game, { number, body }) {
    if (number > game.rounds.length) return null;
    const { results, overrule = null } = body;
    return { asked: { correction: { number, results, overrule } } };
  },
  takeBackRound(game, { number }) {
    if (number !== game.rounds.length) return null;
    const rounds = game.rounds.slice(0, -1);
    // Without rounds nobody leads, so the game has not ended early any more.
    return { changed: { rounds, ended_early: game.ended_early && rounds.length > 0 }, asked: {} };
  },
  decide(game, { decision }) {
    const isDecided = game.rounds.length === 0 || (game.status === "over" && !game.ended_early);
    return decision === "end" && isDecided ? null : DECISIONS[decision];
  },
  changeGame(game, { change }, { playerOf }) {
    const { house_rules, turns_logged, ...fixed } = change;
    // The server refuses to change the meaning of what was recorded.
    if (game.rounds.length > 0 && Object.keys(fixed).length > 0) return null;
    const { variant, phases, players: ids, first_dealer, handicaps } = fixed;
    const reseats = ids ?? (handicaps && game.players.map(({ id }) => id));
    const players = reseats && seated(game, reseats, playerOf, handicaps);
    if (players === null) return null;
    const seats = players ?? game.players;
    const dealer = seats.find(({ id }) => id === (first_dealer ?? game.first_dealer)) ?? seats[0];
    const changed = {
      house_rules: { ...game.house_rules, ...house_rules },
      turns_logged: turns_logged ?? game.turns_logged,
      variant: variant ?? game.variant,
      first_dealer: dealer?.id ?? game.first_dealer,
    };
    return {
      changed,
      // What a Phase is called only the rules can tell.
      ...(!phases && { certain: { ...changed, players: reseated(game, players) } }),
      asked: { ...(phases && { phases }), ...(players && { players }) },
    };
  },
  addToGame(game, { body, name }, { playerOf }) {
    const { player, ...terms } = body;
    const { id } = player;
    if (id === undefined) return null;
    const { color, sign } = playerOf?.(id) ?? withFace({}, game.players);
    return {
      asked: { joining: { player: id, name, color, sign, ...terms } },
      certain: withPlayer(game, { id, name, color, sign }, terms),
    };
  },
  leaveGame: (game, { player, round }) => ({
    asked: { leaving: { player, round } },
    certain: withoutPlayer(game, player, round),
  }),
  startDraft: NOTHING,
  enterLine: NOTHING,
  play: NOTHING,
  takeBackPlay: NOTHING,
};

const DECISIONS: Readonly<Record<Decision, Step>> = {
  end: { asked: { ended_early: true, abandoned: false } },
  abandon: { asked: { ended_early: false, abandoned: true }, expected: "abandoned" },
  resume: { asked: { ended_early: false, abandoned: false }, expected: "playing" },
  archive: { changed: { archived: true } },
  unarchive: { changed: { archived: false } },
  delete: {},
  restore: {},
};

/** What a player begins with, if not like everybody else. */
interface Begins {
  handicap?: Schemas["HandicapRequest"];
}

/** The players in other seats, who keep their handicaps without others; null if one is not known. */
function seated(
  game: Game,
  ids: readonly string[],
  playerOf: Knowledge["playerOf"],
  handicaps?: Schemas["GameSettingsRequest"]["handicaps"],
): (Named & Begins)[] | null {
  const players = ids.flatMap((id, seat) => {
    const before = game.players.find((player) => player.id === id);
    const known = before ?? playerOf?.(id);
    if (!known) return [];
    const { name, color, sign } = known;
    const handicap = handicaps ? handicaps[seat] : before?.handicap;
    return [{ id, name, color, sign, ...(handicap && { handicap }) }];
  });
  return players.length === ids.length ? players : null;
}

/** The standings of players who take other seats before the first round. */
function reseated(game: Game, players: readonly (Named & Begins)[] | undefined): Game["players"] {
  if (!players) return game.players;
  return ranked(
    players.map(({ handicap, ...named }, seat) => {
      const before = game.players.find(({ id }) => id === named.id) ?? NEWCOMER;
      return { ...before, ...named, ...begun(handicap), seat };
    }),
  );
}

const NEWCOMER = { at_table: true, stints: [], won: false };
