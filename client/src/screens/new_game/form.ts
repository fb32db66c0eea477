/** A new game as it is put together: plain values, and what can be done to them. */

import type { Handicap } from "../../components/handicap_words";
import type { Schemas } from "../../server/problems";
import { isSame } from "../../store/actions/subjects";
import { sameName } from "../../store/typed/names";

export type EditionName = Schemas["EditionName"];
type Edition = Pick<Schemas["EditionDetail"], "phases" | "house_rules">;
export type Requirement = Schemas["GroupRequirement"];
export type PhaseGroups = Requirement[];

export type { Handicap };

export interface Seat {
  id: string;
  name: string;
  /** Whether this is the person with the phone. */
  me: boolean;
  /** Whether the group has this player already. */
  known: boolean;
  /** What they begin with, if not like everybody else. */
  handicap?: Handicap | null;
}

/** Which Phases to play; all but the official ones say which they are. */
export type PhaseChoice =
  | { kind: "official" }
  | { kind: "even" | "random"; phases: PhaseGroups[] }
  | { kind: "saved"; list: string; phases: PhaseGroups[] }
  | { kind: "own"; phases: PhaseGroups[] };

export interface NewGame {
  edition: EditionName;
  /** The group that plays; null for a new one. */
  group: string | null;
  /** The name of a new group; empty for one that follows from the names. */
  groupName: string;
  /** In the order of the seats, each to the left of the one before. */
  seats: Seat[];
  /** Who deals first; null for the first seat. */
  dealer: string | null;
  /** A name that is not added yet. */
  typed: string;
  variant: Schemas["Variant"];
  phases: PhaseChoice;
  /** Only those that differ from the defaults. */
  houseRules: Schemas["HouseRuleSettings"];
}

/** A form without anybody at the table. */
export function emptyForm(edition: EditionName, group: string | null): NewGame {
  return {
    edition,
    group,
    groupName: "",
    seats: [],
    dealer: null,
    typed: "",
    variant: "standard",
    phases: { kind: "official" },
    houseRules: {},
  };
}

/** Whether somebody at the table has this name. */
export function isSeated(form: NewGame, name: string): boolean {
  return form.seats.some((seat) => sameName(seat.name, name));
}

/** Give a player the last seat. */
export function seat(form: NewGame, player: Seat): NewGame {
  if (form.seats.some(({ id }) => id === player.id)) return form;
  return { ...form, seats: [...form.seats, player] };
}

/** Let a player go. */
export function unseat(form: NewGame, id: string): NewGame {
  const seats = form.seats.filter((one) => one.id !== id);
  return { ...form, seats, dealer: form.dealer === id ? null : form.dealer };
}

/** Move a player to another seat, by its place; places beyond the ends are the ends. */
export function moveSeat(form: NewGame, id: string, to: number): NewGame {
  const moved = form.seats.find((one) => one.id === id);
  if (!moved) return form;
  const others = form.seats.filter((one) => one.id !== id);
  const place = Math.max(0, Math.min(others.length, to));
  return { ...form, seats: others.toSpliced(place, 0, moved) };
}

/** What a player begins with from now on; Phase 1 without points is nothing. */
export function withHandicap(form: NewGame, id: string, handicap: Handicap | null): NewGame {
  const seats = form.seats.map((seat) => (seat.id === id ? { ...seat, handicap } : seat));
  return { ...form, seats };
}

/**
 * What each player begins with in the game as it is chosen now: with fixed rounds only points, and no
 * Phase beyond the last one.
 */
export function handicapsOf(form: NewGame): (Handicap | null)[] {
  const last = form.variant === "fixed_rounds" ? 1 : phaseCount(form);
  return form.seats.map(({ handicap }) => {
    const { phase, total } = { phase: 1, total: 0, ...handicap };
    const begins = { phase: Math.min(phase, last), total };
    return begins.phase > 1 || total > 0 ? begins : null;
  });
}

/** How many Phases are played: of the official ones ten, in every edition. */
export function phaseCount({ phases }: Pick<NewGame, "phases">): number {
  return phases.kind === "official" ? 10 : phases.phases.length;
}

/** The other edition: what it does not know of house rules and Phases is dropped. */
export function withEdition(
  form: NewGame,
  edition: EditionName,
  known: Readonly<Record<string, boolean>>,
): NewGame {
  const rules = Object.entries(form.houseRules).filter(([name]) => name in known);
  return {
    ...form,
    edition,
    houseRules: Object.fromEntries(rules),
    phases: form.edition === edition ? form.phases : { kind: "official" },
  };
}

/** Another group: whoever is known there only leaves the table. */
export function withGroup(form: NewGame, group: string | null, seats: Seat[]): NewGame {
  const phases: PhaseChoice = form.phases.kind === "saved" ? { kind: "official" } : form.phases;
  return { ...form, group, seats, dealer: null, phases };
}

/** With the edition, the end, the Phases and the house rules of another game. */
export function again(form: NewGame, game: Schemas["GameDetail"], edition: Edition): NewGame {
  const rules = Object.entries(game.house_rules).filter(
    ([rule, on]) => rule in edition.house_rules && on !== edition.house_rules[rule],
  );
  return {
    ...form,
    edition: game.edition,
    variant: game.variant,
    phases: choiceOf(game, edition),
    houseRules: Object.fromEntries(rules),
  };
}

/** The Phases of a game as they would be chosen. */
export function choiceOf(
  game: Pick<Schemas["GameDetail"], "phases">,
  edition: Pick<Edition, "phases">,
): PhaseChoice {
  const phases = groupsOf(game);
  const isOfficial = phases.length === 0 || isSame(phases, groupsOf(edition));
  return isOfficial ? { kind: "official" } : { kind: "own", phases };
}

/** What Phases in words ask for. */
export function groupsOf({ phases }: Pick<Edition, "phases">): PhaseGroups[] {
  return phases.map(({ groups }) => groups);
}

/** The Phases that are asked for; none for the official ones. */
export function phasesAsked(choice: PhaseChoice): { groups: PhaseGroups }[] {
  return choice.kind === "official" ? [] : choice.phases.map((groups) => ({ groups }));
}

/** What the server is asked for; the ids of game and group are chosen by whoever sends it. */
export function gameRequest(form: NewGame): Schemas["StartGameRequest"] {
  const { edition, variant, phases, houseRules } = form;
  const handicaps = handicapsOf(form);
  return {
    edition,
    variant,
    players: form.seats.map(({ id }) => ({ id })),
    first_dealer: form.dealer ?? form.seats[0]?.id ?? "",
    ...(handicaps.some(Boolean) && { handicaps }),
    ...(phases.kind === "official" ? {} : { phases: phasesAsked(phases) }),
    ...(Object.keys(houseRules).length > 0 ? { house_rules: houseRules } : {}),
  };
}

/** The players whom nobody knows yet. */
export function newPlayers(form: NewGame): { id: string; name: string; me?: boolean }[] {
  return form.seats
    .filter(({ known }) => !known)
    .map(({ id, name, me }) => ({ id, name, ...(me ? { me } : {}) }));
}
