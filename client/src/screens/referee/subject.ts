/** What is known of the game that the referee is asked about, or of an edition without a game. */

import type { Game, Group, LiveTable, Schemas, TableGroup } from "../../store";
import { type Edition, editionOf } from "../../store/editions";
import { nameIn } from "../round_entry/players";
import { bySeat } from "../rounds/sheet";
import type { Asked } from "./asked";

type NumberedPhase = Schemas["NumberedPhase"];

/** Somebody at the table, with the Phase they are on. */
export interface Seated {
  id: string;
  name: string;
  phase: NumberedPhase;
}

export interface Subject {
  edition: Edition;
  phases: readonly NumberedPhase[];
  /** The house rules of the game; null for none. */
  houseRules: Schemas["HouseRuleSettings"] | null;
  /** Who plays now; empty without a game. */
  players: readonly Seated[];
  /** Whose turn it is; as long as nobody notes that, whose phone it is, or who starts. */
  turn: string | null;
  /** What lies on the live table of the game, as far as somebody notes it. */
  lying: readonly Lying[];
  /** The side in play in Flip, if that is noted. */
  side: LiveTable["side"];
}

/** A group on the live table, and in front of whom it lies. */
export interface Lying {
  name: string;
  group: TableGroup;
}

export function withoutGame(asked: Pick<Asked, "edition">): Subject {
  const edition = editionOf(asked.edition);
  return {
    edition,
    phases: edition.phases,
    houseRules: null,
    players: [],
    turn: null,
    lying: [],
    side: null,
  };
}

export function ofGame(
  game: Game,
  group: Group | undefined,
  table: LiveTable | undefined,
): Subject {
  const players = bySeat(game).flatMap(({ id, name, phase }) => {
    // A tie-break is about the last Phase once more.
    const plays = game.next_round?.playing.includes(id);
    const found = game.phases.find((one) => one.phase === (phase ?? game.phases.length));
    return plays && found ? [{ id, name, phase: found }] : [];
  });
  const at = (player: string | null | undefined) =>
    players.find(({ id }) => id === player)?.id ?? null;
  const mine = new Set(group?.players.filter(({ is_me }) => is_me).map(({ id }) => id));
  return {
    edition: editionOf(game.edition),
    phases: game.phases,
    houseRules: game.house_rules,
    players,
    turn:
      at(table?.round === game.next_round?.number ? table?.turn : null) ??
      players.find(({ id }) => mine.has(id))?.id ??
      at(game.next_round?.starter) ??
      players[0]?.id ??
      null,
    lying: (table?.groups ?? [])
      .filter(({ irregular }) => !irregular) // nobody can say what would fit
      .map((lying) => ({ name: nameIn(game, lying.player), group: lying })),
    side: table?.side ?? null,
  };
}

/** The Phase that is asked about: that of a player, one by its number, or one's own. */
export interface Chosen {
  player: Seated | null;
  /** Null for a Phase of one's own. */
  phase: NumberedPhase | null;
  groups: readonly Schemas["GroupRequirement"][];
}

/** The choice of somebody in this turn, or the player whose turn it is now. */
export function ofThisTurn(subject: Subject, asked: Asked): Asked {
  if ((asked.turn ?? null) === subject.turn) return asked;
  return { ...asked, turn: subject.turn, player: subject.turn };
}

export function chosenPhase(subject: Subject, { player, phase, own }: Asked): Chosen {
  const seated = subject.players.find(({ id }) => id === player) ?? null;
  if (seated) return { player: seated, phase: seated.phase, groups: seated.phase.groups };
  if (phase === null) return { player: null, phase: null, groups: own };
  const found = subject.phases.find((one) => one.phase === phase) ?? subject.phases[0] ?? null;
  return { player: null, phase: found, groups: found?.groups ?? own };
}
