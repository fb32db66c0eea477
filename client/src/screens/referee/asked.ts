/** What somebody asks the referee: kept, so that it is there again after anything. */

import type { Schemas } from "../../store";
import type { Edition, EditionName } from "../../store/editions";
import { emptySlots, type Slots } from "./slots";

export type Mode = "phase" | "hit" | "hand" | "rules";
type Requirement = Schemas["GroupRequirement"];
type Kind = Schemas["GroupKind"];
type Lying = Pick<Schemas["GroupOnTable"], "kind" | "cards">;

export interface Asked {
  mode: Mode;
  edition: EditionName;
  /** Whose Phase it is, in a game; null if it was chosen. */
  player: string | null;
  /** The number of the chosen Phase; null for `own`. */
  phase: number | null;
  /** The groups of a Phase of one's own. */
  own: Requirement[];
  /** The groups of the Phase check. */
  laid: Slots;
  /** The group on the table, and the cards to hit it with. */
  hit: Slots;
  kind: Kind;
  /** The hand, and the groups on the table, each of one of the `kinds`. */
  hand: Slots;
  kinds: Kind[];
  /** Whether the Phase of the hand is down. */
  isDown: boolean;
}

/** Nothing is asked yet. */
export function beginAsking(edition: EditionName, kinds: readonly Kind[]): Asked {
  return {
    mode: "phase",
    edition,
    player: null,
    phase: 1,
    own: [{ kind: "set", size: 3 }],
    laid: emptySlots(1),
    hit: emptySlots(2),
    kind: kinds.find((kind) => kind.endsWith("run")) ?? kinds[0] ?? "set",
    hand: emptySlots(1),
    kinds: [],
    isDown: false,
  };
}

/** The other edition: its cards are others. */
export function withEdition(asked: Asked, edition: Edition): Asked {
  if (asked.edition === edition.edition) return asked;
  const fresh = beginAsking(edition.edition, kindsIn(edition.phases));
  return { ...fresh, mode: asked.mode, phase: asked.phase, own: asked.own };
}

/** Without any cards. */
export function cleared(asked: Asked): Asked {
  const { laid, hit } = asked;
  return {
    ...asked,
    laid: emptySlots(laid.cards.length),
    hit: emptySlots(hit.cards.length),
    hand: emptySlots(1),
    kinds: [],
  };
}

/** The kinds of group that Phases ask for, each once. */
export function kindsIn(phases: readonly { groups: readonly Requirement[] }[]): Kind[] {
  return [...new Set(phases.flatMap(({ groups }) => groups.map(({ kind }) => kind)))];
}

/** The cards that get the next one in a mode; null where there are none. */
export function slotsOf(asked: Asked): Slots | null {
  const { mode, laid, hit, hand } = asked;
  return { phase: laid, hit, hand, rules: null }[mode];
}

/** Asked about a group that lies on the live table. */
export function withTarget(asked: Asked, { kind, cards }: Lying): Asked {
  return { ...asked, kind, hit: { cards: [cards, asked.hit.cards[1] ?? []], at: 1 } };
}

/** Asked about a hand beside all that lies on the live table. */
export function withTable(asked: Asked, groups: readonly Lying[]): Asked {
  const [hand = []] = asked.hand.cards;
  return {
    ...asked,
    kinds: groups.map(({ kind }) => kind),
    hand: { cards: [hand, ...groups.map(({ cards }) => cards)], at: 0 },
  };
}

export function withSlots(asked: Asked, slots: Slots): Asked {
  switch (asked.mode) {
    case "phase":
      return { ...asked, laid: slots };
    case "hit":
      return { ...asked, hit: slots };
    case "hand":
      return { ...asked, hand: slots };
    case "rules":
      return asked;
  }
}
