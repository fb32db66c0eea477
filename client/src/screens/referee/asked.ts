/** What somebody asks the referee: kept, so that it is there again after anything. */

import { faceOf } from "../../components/card_face";
import type { Colors } from "../../components/card_picker";
import type { Schemas } from "../../store";
import type { Edition, EditionName } from "../../store/editions";
import { isColorless, isOneColor } from "./colors";
import { emptySlots, ON, type Slots } from "./slots";

export type Mode = "phase" | "hit" | "hand" | "rules";
type Requirement = Schemas["GroupRequirement"];
type Kind = Schemas["GroupKind"];
type Lying = Pick<Schemas["GroupOnTable"], "kind" | "cards">;

export interface Asked {
  mode: Mode;
  edition: EditionName;
  /** Whose turn it was when the player or the Phase was chosen: the choice is for this turn. */
  turn?: string | null;
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
  /** What lies there; null as long as the cards tell it. */
  kind: Kind | null;
  /** The hand, and the groups on the table, each of one of the `kinds`. */
  hand: Slots;
  kinds: Kind[];
  /** Whether the Phase of the hand is down. */
  isDown: boolean;
}

/** Nothing is asked yet. */
export function beginAsking(edition: EditionName): Asked {
  return {
    mode: "phase",
    edition,
    player: null,
    phase: 1,
    own: [{ kind: "set", size: 3 }],
    laid: emptySlots(1),
    hit: emptySlots(2, ON),
    kind: null,
    hand: emptySlots(1),
    kinds: [],
    isDown: false,
  };
}

/** The other edition: its cards are others. */
export function withEdition(asked: Asked, edition: Edition): Asked {
  if (asked.edition === edition.edition) return asked;
  const fresh = beginAsking(edition.edition);
  return { ...fresh, mode: asked.mode, phase: asked.phase, own: asked.own };
}

/** Without any cards. */
export function cleared(asked: Asked): Asked {
  return {
    ...asked,
    laid: emptySlots(asked.laid.cards.length),
    hit: emptySlots(2, ON),
    kind: null,
    hand: emptySlots(1),
    kinds: [],
  };
}

/** The kinds of group that Phases ask for, each once. */
export function kindsIn(phases: readonly { groups: readonly Requirement[] }[]): Kind[] {
  return [...new Set(phases.flatMap(({ groups }) => groups.map(({ kind }) => kind)))];
}

/** Where the cards of a mode are. */
const PLACES = { phase: "laid", hit: "hit", hand: "hand", rules: null } as const;

/** The cards that get the next one in a mode; null where there are none. */
export function slotsOf(asked: Asked): Slots | null {
  const place = PLACES[asked.mode];
  return place && asked[place];
}

/** What cards on the table are, as far as they tell it; null if that is nothing or unclear. */
export function kindOf(cards: readonly string[], kinds: readonly Kind[]): Kind | null {
  const faces = cards.map(faceOf);
  const numbers = faces.flatMap((face) => face?.number ?? []);
  const colors = new Set(faces.flatMap((face) => face?.color ?? []));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const areDifferent = new Set(numbers).size === numbers.length;
  const span = (step: number) => areDifferent && (high - low) / step < cards.length;
  const areAll = (rest: number) => numbers.every((number) => number % 2 === rest);
  const most = Math.max(...numbers.map((number) => numbers.filter((one) => one === number).length));
  const is: Readonly<Record<Kind, boolean>> = {
    set: low === high,
    pair_run: most === 2 && 2 * (high - low + 1) <= cards.length,
    run: span(1),
    color_run: span(1) && colors.size < 2,
    odd_run: span(2) && areAll(1),
    even_run: span(2) && areAll(0),
    odd: areAll(1),
    even: areAll(0),
    color: colors.size === 1 && !cards.some(isColorless),
  };
  const likely = (Object.keys(is) as Kind[]).filter((kind) => kinds.includes(kind));
  return numbers.length > 0 ? (likely.find((kind) => is[kind]) ?? null) : null;
}

/** The kind of the group that is hit: as chosen, or as its cards tell. */
export function kindHit(asked: Asked, kinds: readonly Kind[]): Kind | null {
  return asked.kind ?? kindOf(asked.hit.cards[0] ?? [], kinds);
}

/** Whether cards have no color where colors matter; `groups` are those of the Phase. */
export function lacksColors(
  asked: Asked,
  groups: readonly Requirement[],
  kinds: readonly Kind[],
): boolean {
  switch (asked.mode) {
    case "phase":
      return groups.some(
        ({ kind }, index) => isOneColor(kind) && asked.laid.cards[index]?.some(isColorless),
      );
    case "hit": {
      const kind = kindHit(asked, kinds);
      const [lying = []] = asked.hit.cards;
      const isClear = kind ? !isOneColor(kind) : !kinds.includes("color") || lying.length < 2;
      return !isClear && asked.hit.cards.flat().some(isColorless);
    }
    case "hand":
      return (
        [...groups.map(({ kind }) => kind), ...asked.kinds].some(isOneColor) &&
        asked.hand.cards.flat().some(isColorless)
      );
    case "rules":
      return false;
  }
}

/** Which keys have colors for the next card. */
export function colorsFor(
  asked: Asked,
  groups: readonly Requirement[],
  kinds: readonly Kind[],
): Colors {
  const wanted = groups.map(({ kind }) => isOneColor(kind));
  switch (asked.mode) {
    case "phase":
      if (!wanted.includes(true)) return "hidden";
      return wanted[asked.laid.at] ? "needed" : "open";
    case "hit": {
      const kind = kindHit(asked, kinds);
      if (kind && isOneColor(kind) && !asked.hit.cards.flat().some(isColorless)) return "needed";
      return kinds.includes("color_run") ? "open" : "hidden";
    }
    default:
      return wanted.includes(true) || asked.kinds.some(isOneColor) ? "needed" : "hidden";
  }
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
  const place = PLACES[asked.mode];
  return place ? { ...asked, [place]: slots } : asked;
}
