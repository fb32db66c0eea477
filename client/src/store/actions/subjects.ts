/**
 * What an action is about: the part of a game that a person looks at when they correct, take back
 * or decide. If it is still the same, the action still means what the person meant, whatever else
 * has changed in the meantime.
 */

import {
  type Action,
  type Decision,
  enteredIn,
  type Game,
  type LiveTable,
  type Round,
  type RoundEntry,
  type UncheckedRound,
} from "./actions";
import { settingsOf, valuesNow } from "./settings";

/** A round as people enter it, without what follows from earlier rounds. */
function said(round: Round | undefined) {
  return round ? { lines: enteredIn(round), overrule: round.overrule ?? "" } : null;
}

function roundOf(game: Game, number: number): Round | undefined {
  return game.rounds.find((round) => round.number === number);
}

type Unchecked = readonly UncheckedRound[];

/** A round as the person sees it; as it was typed, if it is not in the game yet. */
function seen(game: Game, number: number, unchecked: Unchecked) {
  const typed = unchecked.find((round) => round.number === number);
  const round = roundOf(game, number);
  return typed && !round ? { typed: typed.results } : said(round);
}

/** With rounds that nobody has checked yet, nobody knows where the players stand. */
const standing = (game: Game, unchecked: number) => ({
  status: game.status,
  ended_early: game.ended_early,
  players:
    unchecked > 0
      ? UNKNOWN
      : game.players.map(({ id, phase, total, at_table }) => ({ id, phase, total, at_table })),
  rounds: game.rounds.length + unchecked,
});

const UNKNOWN = "unknown";

const progress = ({ status, ended_early, rounds }: Game, unchecked: number) => {
  return { status, ended_early, rounds: rounds.length + unchecked };
};
const archive = ({ archived }: Game) => ({ archived });

const DECISIONS: Record<Decision, (game: Game, unchecked: number) => unknown> = {
  end: standing,
  abandon: progress,
  resume: progress,
  archive,
  unarchive: archive,
  delete: progress,
  restore: () => null,
};

/**
 * What an action is about, as JSON; null if the server's own checks are enough.
 *
 * @param unchecked rounds that were entered and are not in the game yet
 */
export function subjectOf(action: Action, game: Game | null, unchecked: Unchecked = []): unknown {
  if (!game) return null;
  switch (action.kind) {
    case "correctRound":
      return seen(game, action.number, unchecked);
    case "takeBackRound": {
      const round = seen(game, action.number, unchecked);
      return { round, last: game.rounds.length + unchecked.length };
    }
    case "decide":
      return DECISIONS[action.decision](game, unchecked.length);
    case "changeGame":
      return valuesNow(settingsOf(game), {
        ...action.change,
        ...(action.change.handicaps && { players: [] }), // they are in the order of the seats
      });
    default:
      return null;
  }
}

/** Whether what an action is about is still as the person saw it. */
export function isStill(about: unknown, action: Action, game: Game): boolean {
  const now = subjectOf(action, game);
  if (typeof about === "object" && about && "players" in about && about.players === UNKNOWN) {
    return isSame(about, { ...(now as object), players: UNKNOWN });
  }
  return isSame(checked(about, action, game), now);
}

/** What an action is about; a round that was typed is that of the game, if they say the same. */
function checked(about: unknown, action: Action, game: Game): unknown {
  if (action.kind !== "correctRound" && action.kind !== "takeBackRound") return about;
  const parts = (action.kind === "correctRound" ? { round: about } : about) as {
    round: { typed?: RoundEntry[] } | null;
  } | null;
  const [typed, theirs] = [parts?.round?.typed, roundOf(game, action.number)];
  if (!typed || !theirs || !saysTheSame(theirs, typed)) return about;
  return action.kind === "correctRound" ? said(theirs) : { ...parts, round: said(theirs) };
}

const REACHED: Record<Decision, (game: Game) => boolean> = {
  end: ({ ended_early }) => ended_early,
  abandon: ({ status }) => status === "abandoned",
  resume: ({ status }) => status === "playing",
  archive: ({ archived }) => archived,
  unarchive: ({ archived }) => !archived,
  delete: () => false,
  restore: () => true,
};

/** Whether a game is already as an action would make it: somebody else has done the same. */
export function isReached(action: Action, game: Game): boolean {
  switch (action.kind) {
    case "correctRound": {
      const round = roundOf(game, action.number);
      return round !== undefined && saysTheSame(round, action.body.results);
    }
    case "takeBackRound":
      return game.rounds.length < action.number;
    case "decide":
      return REACHED[action.decision](game);
    case "changeGame": {
      const now = valuesNow(settingsOf(game), action.change);
      const { house_rules, ...rest } = action.change;
      const rules = { ...game.house_rules, ...house_rules };
      return isSame({ ...now, ...rest }, now) && isSame(rules, game.house_rules);
    }
    default:
      return false;
  }
}

/** Whether what an action has done, and the server has taken, is still so. */
export function isSo(
  action: Action,
  { base, gone }: { base: Game; gone: boolean },
  table: LiveTable | undefined,
): boolean {
  switch (action.kind) {
    case "recordRound": {
      const { number, results } = action.body;
      const round = base.rounds.at(-1);
      return round?.number === number && saysTheSame(round, results);
    }
    case "play":
      return table?.plays.some(({ id }) => id === action.play.body.id) ?? true;
    case "decide":
      if (action.decision === "delete") return gone;
      return isReached(action, base);
    case "correctRound":
    case "takeBackRound":
    case "changeGame":
      return isReached(action, base);
    default:
      return true;
  }
}

/** Whether a recorded round says everything that was entered. */
export function saysTheSame(round: Round, results: readonly RoundEntry[]): boolean {
  const out = results.filter((each) => each.went_out);
  return (
    results.length === round.lines.length &&
    results.every((each) => {
      const line = round.lines.find(({ player }) => player === each.player);
      if (!line) return false;
      const cards = each.cards ?? null;
      return (
        (cards === null || isSame([...cards].sort(), [...(line.cards ?? [" "])].sort())) &&
        ((each.points ?? null) === null
          ? cards !== null || line.went_out
          : each.points === line.points) &&
        ((each.laid_down ?? null) === null || each.laid_down === line.laid_down) &&
        (out.length === 0 || (each.went_out ?? false) === line.went_out)
      );
    })
  );
}

/** Whether two JSON values are the same, in whichever order their members are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) =>
      isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
}
