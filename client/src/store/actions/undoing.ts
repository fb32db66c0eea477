/** What undoes an action that the server has, or may have, carried out. Pure. */

import {
  type Action,
  type Decision,
  entriesIn,
  type Game,
  type Group,
  type RoundEntry,
  type Schemas,
} from "./actions";
import { settingsOf, valuesNow } from "./settings";

const OPPOSITE: Record<Exclude<Decision, "resume">, Decision> = {
  end: "resume",
  abandon: "resume",
  archive: "unarchive",
  unarchive: "archive",
  delete: "restore",
  restore: "delete",
};

/** The action that undoes another one; null if there is none. What was before is as it was shown. */
export function inverseOf(
  action: Action,
  game: Game | null,
  group: Group | null,
  newId: () => string,
): Action | null {
  switch (action.kind) {
    case "recordRound":
      return { kind: "takeBackRound", game: action.game, number: action.body.number };
    case "correctRound": {
      const before = roundIn(game, action.number);
      return before && { ...action, body: before, confirmed: [] };
    }
    case "takeBackRound": {
      const before = roundIn(game, action.number);
      if (!before) return null;
      const body = { ...before, number: action.number, id: newId() };
      return { kind: "recordRound", game: action.game, body };
    }
    case "decide": {
      if (action.decision !== "resume") return { ...action, decision: OPPOSITE[action.decision] };
      return { ...action, decision: game?.status === "abandoned" ? "abandon" : "end" };
    }
    case "changeGame":
      return game && { ...action, change: settingsToRestore(game, action.change) };
    case "addToGame": {
      const { player, round } = action.body;
      if (!player.id || round === undefined) return null;
      return { kind: "leaveGame", game: action.game, player: player.id, round };
    }
    case "leaveGame": {
      const { player: id, round } = action;
      const name = game?.players.find((each) => each.id === id)?.name ?? "";
      const body = { player: { id }, round, ...(game && termsOf(game, id, round)) };
      return { kind: "addToGame", game: action.game, body, name };
    }
    case "play": {
      const { game, play, before } = action;
      const { id, round } = play.body;
      return { kind: "takeBackPlay", game, round, id, before };
    }
    case "addPlayer":
      return { kind: "deletePlayer", group: action.group, player: action.player };
    case "changePlayer": {
      const before = group?.players.find(({ id }) => id === action.player);
      return before ? { ...action, change: valuesNow(before, action.change) } : null;
    }
    case "changeGroup":
      return group && { ...action, change: valuesNow(group, action.change) };
    case "changeRole": {
      const before = group?.members.find(({ id }) => id === action.member);
      return before ? { ...action, role: before.role } : null;
    }
    default:
      return null;
  }
}

function roundIn(
  game: Game | null,
  number: number,
): { results: RoundEntry[]; overrule: string } | null {
  const round = game?.rounds.find((each) => each.number === number);
  return round ? { results: entriesIn(round), overrule: round.overrule ?? "" } : null;
}

/** How a player joined who has played no round yet; empty for one who comes back. */
function termsOf(game: Game, id: string, round: number): Partial<Schemas["JoinGameRequest"]> {
  const player = game.players.find((each) => each.id === id);
  const [first] = player?.stints ?? [];
  if (!player || first?.first_round !== round || first.phase === null) return {};
  const right = game.players.find(({ seat }) => seat === player.seat - 1);
  return {
    total: first.total ?? 0,
    ...(right && { left_of: right.id }),
    ...(game.variant !== "fixed_rounds" && { phase: first.phase }),
  };
}

/** The settings that a change replaces; players who are seated again begin as they would have. */
function settingsToRestore(game: Game, change: Schemas["GameSettingsRequest"]) {
  const now = settingsOf(game);
  const seated = change.players && now.handicaps.some(Boolean) ? { handicaps: [] } : {};
  return valuesNow(now, { ...change, ...seated });
}
