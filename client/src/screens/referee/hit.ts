/** Asking about a hit. Cards of the group may be given in any order: the referee arranges them. */

import { type Answered, ask } from "../../rules";
import type { Schemas } from "../../store";

type Question = Schemas["HitRequest"];

export async function askHit(question: Question): Promise<Answered<"hit">> {
  const answer = await ask("hit", question);
  if (!answer.problem?.errors.some(({ code }) => code === "no_group")) return answer;
  const { edition, target, house_rules } = question;
  const { data } = await ask("phase", {
    edition,
    phase: { groups: [{ kind: target.kind, size: target.cards.length }] },
    groups: [target.cards],
    ...(house_rules && { house_rules }),
  });
  if (!data) return answer;
  const arranged = data.groups[0];
  if (arranged) return ask("hit", { ...question, target: { ...target, cards: arranged.cards } });
  if (data.legal) return answer;
  const { problems, suggestion } = data;
  return {
    data: { legal: false, ambiguous: false, problems, suggestion, target: null, choices: [] },
  };
}
