/** What the referee says about a play while it is tapped: the rules on the phone, else the server. */

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, orNull } from "../../rules";
import {
  type Game,
  type LiveTable,
  type Play,
  rulingOfPlay,
  type Schemas,
  type TableGroup,
} from "../../store";
import { inTime } from "../../timing";
import { placesOf } from "../referee/slots";

export interface Ruling {
  problems: readonly Schemas["RuleProblemDetail"][];
  /** One change that would make it legal. */
  suggestion: Schemas["SuggestionDetail"] | null;
  /** The groups as they lie afterwards, as they were given; null where that is not settled. */
  groups: readonly (Schemas["StandingDetail"] | null)[];
  /** What each group could be, as they were given; none where only one thing is possible. */
  choices: readonly (readonly Schemas["StandingDetail"][])[];
  /** Whether a wild card could stand for several things. */
  ambiguous: boolean;
}

const PATIENCE = 1500; // milliseconds for which a play waits for its ruling

/** The ruling on a question: `undefined` as long as it is open, null if nobody can be asked. */
export interface Ruled {
  ruling: Ruling | null | undefined;
  /** The ruling, or null if it does not come in time. */
  settle: () => Promise<Ruling | null>;
}

/** Ask again whenever the question is another one; null asks nothing. */
export function useRuling(question: (() => Promise<Ruling | null>) | null, key: string): Ruled {
  const [said, setSaid] = useState<{ key: string; ruling: Ruling | null } | null>(null);
  const asked = useRef<Promise<Ruling | null>>(Promise.resolve(null));
  useEffect(() => {
    let current = true;
    asked.current = question?.() ?? Promise.resolve(null);
    void asked.current.then((ruling) => {
      if (current) setSaid({ key, ruling });
    });
    return () => {
      current = false;
    };
  }, [key]);
  return {
    ruling: said?.key === key ? said.ruling : undefined,
    settle: () => inTime(PATIENCE, asked.current),
  };
}

/** May this player add these cards? Nobody can tell of a group that lies there irregularly. */
export async function ruleHit(
  game: Game,
  table: LiveTable,
  group: TableGroup,
  player: string,
  cards: readonly string[],
): Promise<Ruling | null> {
  if (group.irregular) return null;
  const { edition, house_rules } = game;
  const target = { kind: group.kind, cards: group.cards };
  const phase_laid = table.players.some((each) => each.player === player && each.laid_down);
  const asked = { edition, house_rules, target, cards: [...cards], phase_laid };
  const answer = (await orNull(ask("hit", asked)))?.data;
  if (!answer) return null;
  const { problems, suggestion, choices, ambiguous } = answer;
  return { problems, suggestion, choices: [choices], ambiguous, groups: [answer.target] };
}

/** May these groups be laid down as this Phase of the game? */
export async function ruleLayDown(
  game: Game,
  phase: readonly Schemas["GroupRequirement"][],
  groups: readonly (readonly string[])[],
): Promise<Ruling | null> {
  const { edition, house_rules } = game;
  const asked = {
    ...{ edition, house_rules, phase: { groups: [...phase] } },
    groups: groups.map((cards) => [...cards]),
  };
  const answer = (await orNull(ask("phase", asked)))?.data;
  if (!answer) return null;
  const { problems, suggestion, ambiguous } = answer;
  const places = placesOf(groups, answer.groups);
  return {
    problems,
    suggestion,
    ambiguous,
    choices: places.map((place) => answer.choices[place] ?? []),
    groups: places.map((place) => answer.groups[place] ?? null),
  };
}

/** The same with the whole table: whose turn it is, which side is in play, and who is skipped. */
export async function withTable(
  game: Game,
  play: Play,
  ruling: Ruling | null,
): Promise<Ruling | null> {
  if (ruling?.problems.length) return ruling;
  const { problems = [] } = (await rulingOfPlay(game.id, play)) ?? {};
  if (problems.length === 0) return ruling;
  return { groups: [], choices: [], ambiguous: false, ...ruling, problems, suggestion: null };
}
