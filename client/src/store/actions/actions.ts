/** What a person does on this phone, as it is stored until the server has answered. */

import type { Problem, Schemas } from "../../server/problems";

export type { Problem, Schemas };
export type Game = Schemas["GameDetail"];
export type Group = Schemas["GroupDetail"];
export type Round = Schemas["RoundDetail"];
export type RoundEntry = Schemas["RoundEntry"];
export type Consequence = Schemas["RoundConsequence"];
export type LiveTable = Schemas["TableState"];
export type TableGroup = Schemas["GroupOnTable"];

/** Decisions about a whole game. */
export type Decision =
  | "end"
  | "abandon"
  | "resume"
  | "archive"
  | "unarchive"
  | "delete"
  | "restore";

type WithId<Body> = Body & { id: string };

/** A play on the live table. */
export type Play =
  | { kind: "lay_down"; body: WithId<Schemas["LayDownRequest"]> & { group_ids: string[] } }
  | { kind: "hit"; body: WithId<Schemas["HitGroupRequest"]> }
  | { kind: "discard"; body: WithId<Schemas["DiscardRequest"]> }
  | { kind: "draw"; body: WithId<Schemas["DrawRequest"]> }
  | { kind: "flip"; body: WithId<Schemas["FlipRequest"]> }
  | { kind: "note"; body: WithId<Schemas["NoteRequest"]> };

/** Actions on one game. Ids are chosen by the phone; times are added when it is sent. */
export type GameAction =
  | { kind: "recordRound"; game: string; body: Schemas["RecordRoundRequest"] & { id: string } }
  | {
      kind: "correctRound";
      game: string;
      number: number;
      body: Omit<Schemas["CorrectRoundRequest"], "confirm">;
      /** The effects on later rounds that the person has seen and accepted. */
      confirmed: Consequence[];
    }
  | { kind: "takeBackRound"; game: string; number: number }
  | { kind: "decide"; game: string; decision: Decision }
  | { kind: "changeGame"; game: string; change: Schemas["GameSettingsRequest"] }
  | { kind: "addToGame"; game: string; body: Schemas["JoinGameRequest"]; name: string }
  | { kind: "leaveGame"; game: string; player: string; round: number }
  | { kind: "startDraft"; game: string; round: number }
  | { kind: "enterLine"; game: string; player: string; body: Schemas["DraftLineRequest"] }
  | {
      kind: "play";
      game: string;
      play: Play;
      /** The groups that it lays or changes: as the referee sees them then, and as they were. */
      after: TableGroup[];
      before: TableGroup[];
      /** The side from which the cards are turned over; null if that does not matter. */
      side?: string | null;
    }
  | { kind: "takeBackPlay"; game: string; round: number; id: string; before: TableGroup[] };

/** Actions on a group and its people. */
export type GroupAction =
  | { kind: "createGroup"; group: string; body: CreateGroup }
  | { kind: "startGame"; group: string; game: string; body: StartGame }
  | { kind: "addPlayer"; group: string; player: string; name: string }
  | {
      kind: "changePlayer";
      group: string;
      player: string;
      change: Schemas["PlayerChangeRequest"];
    }
  | { kind: "deletePlayer"; group: string; player: string }
  | { kind: "mergePlayers"; group: string; player: string; into: string }
  | { kind: "changeGroup"; group: string; change: Schemas["GroupChangeRequest"] }
  | { kind: "changeRole"; group: string; member: string; role: Schemas["MemberRole"] }
  | { kind: "removeMember"; group: string; member: string }
  | { kind: "handOver"; group: string; member: string }
  | { kind: "deleteGroup"; group: string };

/** Actions on the account of this phone. */
export type AccountAction = {
  kind: "changeMe";
  change: Pick<Schemas["ProfileRequest"], "name" | "language" | "time_zone">;
};

export type Action = GameAction | GroupAction | AccountAction;

type StartGame = Schemas["StartGameRequest"] & { id: string };
type CreateGroup = Schemas["NewGroupRequest"] & {
  id: string;
  game?: Schemas["FirstGameRequest"] & { id: string };
};

/** A round that was entered while nobody could check it: it is not among the game's rounds yet. */
export type UncheckedRound = Extract<Action, { kind: "recordRound" }>["body"];

/** What the rules on this phone refuse: the action, by its place in the list, and why. */
export interface RefusedAction {
  index: number;
  problem: Problem;
}

/** A game with actions applied that the server has not answered yet. */
export interface Folded {
  game: Game;
  unchecked: UncheckedRound[];
  refused: RefusedAction[];
}

/** Apply the actions of a game, in order, as the server will. Never throws. */
export type Fold = (base: Game, actions: readonly GameAction[]) => Promise<Folded>;

/** The lines of a round as they were entered, without what follows from earlier rounds. */
export function enteredIn(round: Pick<Round, "lines">): Schemas["EnteredLine"][] {
  return round.lines.map(({ player, points, cards, laid_down, went_out }) => {
    return { player, points, cards, laid_down, went_out };
  });
}

/** The same, as they could be entered again: by their points or by their cards. */
export function entriesIn(round: Pick<Round, "lines">): RoundEntry[] {
  return enteredIn(round).map(({ points, cards, ...line }) => {
    return { ...line, ...(cards ? { cards } : { points }) };
  });
}

/** The game an action is about; a group that is created with a game is about both. */
export function gameOfAction(action: Action): string | null {
  if ("game" in action) return action.game;
  return action.kind === "createGroup" ? (action.body.game?.id ?? null) : null;
}

/** The group an action is about, null for those on a game that exists and on the account. */
export function groupOfAction(action: Action): string | null {
  return "group" in action ? action.group : null;
}

/** The round in which a play was made or taken back; null for other actions. */
export function roundOfPlay(action: Action): number | null {
  if (action.kind === "play") return action.play.body.round;
  return action.kind === "takeBackPlay" ? action.round : null;
}

/** Whether two actions are plays, made or taken back, in the same round of a game. */
export function isOfSameRound(one: Action, other: Action): boolean {
  const round = roundOfPlay(one);
  return (
    round !== null && round === roundOfPlay(other) && gameOfAction(one) === gameOfAction(other)
  );
}
