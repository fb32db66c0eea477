/** Asking the referee about cards, some of which may have no color (colors.ts). */

import { type Answered, ask } from "../../rules";
import type { Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { type Colored, colored, isColorless, offered, withoutColor } from "./colors";

type Groups = readonly (readonly string[])[];
type Standing = Schemas["StandingDetail"];
type Suggestion = Schemas["SuggestionDetail"];
type Play = Schemas["PlannedPlay"];

/** The groups with colors, and what the question says about these. */
function inColor(edition: Schemas["EditionName"], groups: Groups) {
  const found = colored(groups, editionOf(edition).deck);
  const { colorless } = found;
  return { ...found, said: colorless.length > 0 ? { colorless } : {} };
}

const standingAs =
  ({ shown }: Colored) =>
  (standing: Standing): Standing => ({ ...standing, cards: standing.cards.map(shown) });

/** A suggestion that names no group is about the last one: the cards of a hit. */
function suggestionAs(
  { shown }: Colored,
  suggestion: Suggestion | null,
  groups: Groups,
): Suggestion | null {
  if (!suggestion) return null;
  const { group, without, cards } = suggestion;
  return {
    ...suggestion,
    without: without && shown(without),
    cards: offered(cards, groups[group ?? groups.length - 1] ?? []),
    groups: suggestion.groups.map((one) => one.map(shown)),
  };
}

export async function askPhase(question: Schemas["PhaseRequest"]): Promise<Answered<"phase">> {
  const found = inColor(question.edition, question.groups);
  const answer = await ask("phase", { ...question, ...found.said, groups: found.groups });
  if (!answer.data) return answer;
  const { data } = answer;
  const standing = standingAs(found);
  return {
    data: {
      ...data,
      groups: data.groups.map((one) => one && standing(one)),
      choices: data.choices.map((open) => open.map(standing)),
      suggestion: suggestionAs(found, data.suggestion, question.groups),
    },
  };
}

/** Cards of the group may be given in any order: the referee arranges them. */
export async function askHit(question: Schemas["HitRequest"]): Promise<Answered<"hit">> {
  const { edition, target, cards, house_rules } = question;
  const groups = [target.cards, cards];
  const found = inColor(edition, groups);
  const [lying = [], hit = []] = found.groups;
  const asked = { ...question, ...found.said, target: { ...target, cards: lying }, cards: hit };
  const answer = await ask("hit", asked);
  if (answer.data) return { data: hitAs(found, answer.data, groups) };
  if (!answer.problem.errors.some(({ code }) => code === "no_group")) return answer;
  const { data } = await ask("phase", {
    edition,
    phase: { groups: [{ kind: target.kind, size: lying.length }] },
    groups: [lying],
    ...found.said,
    ...(house_rules && { house_rules }),
  });
  if (!data) return answer;
  const arranged = data.groups[0];
  if (arranged) {
    const again = await ask("hit", { ...asked, target: { ...target, cards: arranged.cards } });
    return again.data ? { data: hitAs(found, again.data, groups) } : again;
  }
  if (data.legal) return answer;
  const { problems, suggestion } = data;
  return {
    data: {
      legal: false,
      ambiguous: false,
      problems,
      suggestion: suggestionAs(found, suggestion, [target.cards]),
      target: null,
      choices: [],
    },
  };
}

function hitAs(found: Colored, answer: Schemas["HitAnswer"], groups: Groups): Schemas["HitAnswer"] {
  const standing = standingAs(found);
  return {
    ...answer,
    target: answer.target && standing(answer.target),
    choices: answer.choices.map(standing),
    suggestion: suggestionAs(found, answer.suggestion, groups),
  };
}

export async function askHand(question: Schemas["HandRequest"]): Promise<Answered<"hand">> {
  const { edition, hand, table = [] } = question;
  const found = inColor(edition, [hand, ...table.map(({ cards }) => cards)]);
  const [held = [], ...lying] = found.groups;
  const answer = await ask("hand", {
    ...question,
    ...found.said,
    hand: held,
    table: table.map((group, index) => ({ ...group, cards: lying[index] ?? [] })),
  });
  if (!answer.data) return answer;
  const { data } = answer;
  const { shown } = found;
  const played = (play: Play): Play => ({ ...play, cards: play.cards.map(shown) });
  return {
    data: {
      ...data,
      groups: data.groups.map(standingAs(found)),
      plays: data.plays.map(played),
      going_out: data.going_out.map(played),
      hits: data.hits.map((one) => ({ ...one, card: shown(one.card) })),
      leftover: { ...data.leftover, cards: byNumber(data.leftover.cards.map(shown)) },
      outs: hand.some(isColorless) ? ofAnyColor(data.outs) : data.outs,
    },
  };
}

/** Cards without a color by their numbers, before the others. */
function byNumber(cards: readonly string[]): string[] {
  const place = (card: string) => (isColorless(card) ? Number.parseInt(card, 10) || 13 : 14);
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** The cards that would do, those of one number together. */
function ofAnyColor(outs: readonly Schemas["OutCard"][]): Schemas["OutCard"][] {
  const left = new Map<string, number>();
  for (const { card, unseen } of outs) {
    const plain = withoutColor(card);
    left.set(plain, (left.get(plain) ?? 0) + unseen);
  }
  return [...left].map(([card, unseen]) => ({ card, unseen }));
}

export async function askScore(question: Schemas["ScoreRequest"]): Promise<Answered<"score">> {
  const [cards = []] = inColor(question.edition, [question.cards]).groups;
  return ask("score", { ...question, cards });
}
