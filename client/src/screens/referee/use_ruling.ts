/** What the referee says about the cards in view: asked with every tap, the last question first. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { language } from "../../i18n";
import { rulesState, Unavailable } from "../../rules";
import { network } from "../../store";

export interface Ruling<Answer> {
  /** Null if nobody can be asked now. */
  answer: Answer | null;
  /** Whether it is about what is asked now, not about the cards of a moment ago. */
  isFresh: boolean;
}

/**
 * Ask the referee whenever the question changes; null for no question, and until the first answer.
 *
 * One question is asked at a time, and those that are outdated by then are left out.
 */
export function useRuling<Question, Answer>(
  question: Question | null,
  ask: (question: Question) => Promise<Answer>,
): Ruling<Answer> | null {
  const [ruling, setRuling] = useState<{ about: string; answer: Answer | null } | null>(null);
  const turn = useRef(Promise.resolve());
  const about = question === null ? null : JSON.stringify([question, language.value]);
  const isReady = rulesState.value === "ready";
  const isOnline = network.value;
  // Before the cards are drawn: the referee thinks meanwhile.
  useLayoutEffect(() => {
    let isWanted = about !== null;
    const next = async () => {
      if (!isWanted || about === null || question === null) return;
      const answer = await ask(question).catch(orNull);
      if (isWanted) setRuling({ about, answer });
    };
    turn.current = turn.current.catch(() => undefined).then(next);
    return () => {
      isWanted = false;
    };
  }, [about, isReady, isOnline]);
  if (about === null || ruling === null) return null;
  return { answer: ruling.answer, isFresh: ruling.about === about };
}

function orNull(error: unknown): null {
  if (error instanceof Unavailable) return null;
  throw error;
}
