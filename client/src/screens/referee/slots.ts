/** Cards that somebody lays out to ask about them: groups, and which of them gets the next card. */

import type { Schemas } from "../../server/problems";

type Standing = Schemas["StandingDetail"];

export interface Slots {
  cards: readonly (readonly string[])[];
  /** The group that gets the next card, or `ON`. */
  at: number;
}

/** Cards go to the first group, and the last one of them is in the second. */
export const ON = -1;
export const FEWEST = 2; // cards of a group on the table: with less, it is still being tapped

export function emptySlots(count: number, at = 0): Slots {
  return { cards: Array.from({ length: count }, () => []), at };
}

/** So many cards that the last one is about to join the others. */
function movedOn(cards: readonly string[]): Slots {
  const lying = Math.max(FEWEST, cards.length - 1);
  return { cards: [cards.slice(0, lying), cards.slice(lying)], at: ON };
}

/** With this many groups: missing ones are empty, the last ones go. */
export function fitted(slots: Slots, count: number): Slots {
  if (slots.cards.length === count) return slots;
  const cards = Array.from({ length: count }, (_, index) => slots.cards[index] ?? []);
  return { cards, at: Math.min(slots.at, count - 1) };
}

export function isEmpty({ cards }: Slots): boolean {
  return cards.every((group) => group.length === 0);
}

export function goTo(slots: Slots, at: number): Slots {
  return { ...slots, at };
}

/**
 * Add a card; a group that has as many as it needs leaves the next card to one that has not.
 *
 * `sizes` are what the groups need, without one as many as come.
 */
export function addCard(slots: Slots, card: string, sizes: readonly number[] = []): Slots {
  if (slots.at === ON) return movedOn([...slots.cards.flat(), card]);
  const group = [...(slots.cards[slots.at] ?? []), card];
  const cards = slots.cards.with(slots.at, group);
  const isFull = group.length === sizes[slots.at];
  const open = cards.findIndex((one, index) => one.length < (sizes[index] ?? 0));
  return { cards, at: isFull && open >= 0 ? open : slots.at };
}

/** Take a card out of a group; it may be drawn with what it stands for. */
export function removeCard(slots: Slots, at: number, card: string): Slots {
  const group = slots.cards[at] ?? [];
  const exact = group.lastIndexOf(card);
  const index = exact >= 0 ? exact : group.findLastIndex((one) => bare(one) === bare(card));
  if (index < 0) return slots;
  const cards = slots.cards.with(at, group.toSpliced(index, 1));
  return slots.at === ON ? movedOn(cards.flat()) : { cards, at };
}

/** Take off the last card: of the group in turn, or else of the last one that has any. */
export function takeOff(slots: Slots): Slots {
  if (slots.at === ON) return movedOn(slots.cards.flat().slice(0, -1));
  const own = slots.cards[slots.at] ?? [];
  const at = own.length > 0 ? slots.at : slots.cards.findLastIndex(({ length }) => length > 0);
  const group = slots.cards[at];
  return group ? { cards: slots.cards.with(at, group.slice(0, -1)), at } : slots;
}

/** Do what the referee suggests, with one of its cards; `at` is the group if it names none. */
export function followed(
  slots: Slots,
  suggestion: Schemas["SuggestionDetail"],
  card: string | null,
  at = slots.at,
): Slots {
  if (suggestion.groups.length > 0) return { cards: suggestion.groups, at: 0 };
  const group = suggestion.group ?? at;
  const without = suggestion.without ? removeCard(slots, group, suggestion.without) : slots;
  const cards = [...(without.cards[group] ?? []), ...(card ? [card] : [])];
  return { cards: slots.cards.with(group, cards), at: group };
}

/** A card without what it stands for. */
export function bare(card: string): string {
  return card.split("=", 1)[0] ?? card;
}

/** Whether these are the same cards as they are printed, in any order. */
export function sameCards(some: readonly string[], others: readonly string[]): boolean {
  const sorted = (cards: readonly string[]) => cards.map(bare).sort().join(" ");
  return some.length === others.length && sorted(some) === sorted(others);
}

/**
 * For each group, the place of its standing: the referee tells them in the order of the Phase.
 *
 * `null` stands for a group of wild cards only, which takes a place that no other group has.
 */
export function placesOf(
  groups: readonly (readonly string[])[],
  standings: readonly (Pick<Standing, "cards"> | null)[],
): number[] {
  const free = standings.map(() => true);
  const take = (fits: (standing: Pick<Standing, "cards"> | null) => boolean) => {
    const place = standings.findIndex((standing, index) => free[index] && fits(standing));
    if (place >= 0) free[place] = false;
    return place;
  };
  const places = groups.map((cards) =>
    take((standing) => standing !== null && sameCards(cards, standing.cards)),
  );
  return places.map((place) => (place >= 0 ? place : take((standing) => standing === null)));
}

/** A group as the referee reads it: in table order, with what wild cards stand for. */
export function drawn(
  cards: readonly string[],
  standings: readonly (Pick<Standing, "cards"> | null)[],
): readonly string[] {
  return standings.find((standing) => standing && sameCards(cards, standing.cards))?.cards ?? cards;
}

/** The cards that a hit has added to a group, as they lie there; null if that cannot be known. */
export function addedTo(target: readonly string[], after: readonly string[]): string[] | null {
  for (let from = 0; from + target.length <= after.length; from += 1) {
    const until = from + target.length;
    const there = after.slice(from, until);
    if (there.every((card, index) => bare(card) === bare(target[index] ?? ""))) {
      return [...after.slice(0, from), ...after.slice(until)];
    }
  }
  return null;
}
