/** Which cards are which, before and after the referee has said what they stand for. */

import { faceOf } from "../../components/card_face";
import type { Schemas } from "../../store";
import { bare, sameCards } from "../referee/slots";

type Standing = Schemas["StandingDetail"];
type Suggestion = Schemas["SuggestionDetail"];

/**
 * The cards of a hit, declared so that they lead to one of its choices.
 *
 * If that settles what lies there already, too, the cards stay as they are: the server asks.
 */
export function declaredFor(
  lying: readonly string[],
  played: readonly string[],
  choice: Pick<Standing, "cards">,
): string[] {
  const left = [...choice.cards];
  for (const card of lying) {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return sameCards(left, played) ? left : [...played];
}

/** Groups after a change that the referee suggests; a hit is one group, with the index null. */
export function changedAs(
  groups: readonly (readonly string[])[],
  { group, without, groups: replaced }: Pick<Suggestion, "group" | "without" | "groups">,
  card: string | null,
): (readonly string[])[] {
  if (replaced.length > 0) return replaced;
  return groups.map((cards, index) => {
    if (index !== (group ?? 0)) return cards;
    const place = without === null ? -1 : cards.findIndex((each) => bare(each) === bare(without));
    const left = cards.filter((_each, at) => at !== place);
    return card === null ? left : [...left, card];
  });
}

/**
 * The card of a hit that has given a group its color; null if it was laid down with one, or if no
 * single card has decided it. Wild-side cards fit each color and give none.
 */
export function colorGiver(
  group: Pick<Schemas["GroupOnTable"], "id" | "cards" | "color">,
  plays: readonly Pick<Schemas["PlayDetail"], "kind" | "group" | "cards">[],
): string | null {
  const ofColor = (cards: readonly string[]) =>
    cards.filter((card) => faceOf(card)?.side === "color");
  if (group.color === null) return null;
  const hits = plays
    .filter((play) => play.kind === "hit" && play.group === group.id)
    .map(({ cards }) => ofColor(cards));
  if (ofColor(group.cards).length > hits.flat().length) return null;
  const [first, ...others] = hits.find((cards) => cards.length > 0) ?? [];
  return first !== undefined && others.length === 0 ? bare(first) : null;
}
