/** What is asked about the cards in view, each as soon as there are enough of them. Pure. */

import type { Schemas } from "../../store";
import { type Asked, kindHit, kindsIn, lacksColors } from "./asked";
import { FEWEST, fitted, type Slots } from "./slots";
import type { Chosen, Subject } from "./subject";

/** May these groups be laid down as the Phase? Null as long as one of them is empty. */
export function phaseQuestion(
  { edition, houseRules }: Subject,
  chosen: Chosen,
  { cards }: Slots,
): Schemas["PhaseRequest"] | null {
  if (cards.some((group) => group.length === 0)) return null;
  return {
    edition: edition.edition,
    phase: { groups: [...chosen.groups] },
    groups: cards.map((group) => [...group]),
    ...(houseRules && { house_rules: houseRules }),
  };
}

/** May these cards be added to the group? Null as long as there is too little of either. */
export function hitQuestion(
  { edition, houseRules }: Subject,
  kind: Asked["kind"],
  slots: Slots,
): Schemas["HitRequest"] | null {
  const [target = [], hit = []] = slots.cards;
  if (kind === null || target.length < FEWEST || hit.length === 0) return null;
  return {
    edition: edition.edition,
    target: { kind, cards: [...target] },
    cards: [...hit],
    ...(houseRules && { house_rules: houseRules }),
  };
}

/** The question that is answered at once; null for what takes its time, and for none. */
export function quickQuestion(subject: Subject, chosen: Chosen, asked: Asked) {
  const kinds = kindsIn(subject.phases);
  if (lacksColors(asked, chosen.groups, kinds)) return null;
  if (asked.mode === "phase") {
    const question = phaseQuestion(subject, chosen, fitted(asked.laid, chosen.groups.length));
    return question && { about: "phase" as const, question };
  }
  if (asked.mode === "hit") {
    const question = hitQuestion(subject, kindHit(asked, kinds), asked.hit);
    return question && { about: "hit" as const, question };
  }
  return null;
}
