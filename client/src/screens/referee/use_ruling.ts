/** What the referee says about the cards in view: asked with every tap, the last question first. */

import { useEffect, useRef, useState } from "preact/hooks";
import { language } from "../../i18n";
import { ask, rulesState, Unavailable } from "../../rules";
import { network, type Schemas } from "../../store";
import { askHit } from "./hit";
import type { quickQuestion } from "./questions";

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
  const about = question === null ? null : subjectOf(question);
  const isReady = rulesState.value === "ready";
  const isOnline = network.value;
  const seen = foreseen?.about === about ? (foreseen as { answer: Answer }) : null;
  useEffect(() => {
    let isWanted = about !== null;
    if (seen && about !== null) {
      setRuling({ about, answer: seen.answer });
      return;
    }
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
  if (about === null) return null;
  if (seen) return { answer: seen.answer, isFresh: true };
  if (ruling === null) return null;
  return { answer: ruling.answer, isFresh: ruling.about === about };
}

/** The answer that came before its question was on the screen. */
let foreseen: { about: string; answer: unknown } | null = null;

const WAIT = 30; // milliseconds: a card that was tapped must not be seen any later

/**
 * Ask before the cards are drawn, so that they and the verdict are drawn at once.
 *
 * Resolves when the answer is there, or soon anyway; at once if the rules are not on this phone.
 */
export function foresee(asked: ReturnType<typeof quickQuestion>): Promise<void> | null {
  if (!asked || rulesState.peek() !== "ready") return null;
  const answer = asked.about === "phase" ? askPhase(asked.question) : askHit(asked.question);
  const about = subjectOf(asked.question);
  const answered = answer.then(
    (answer) => {
      foreseen = { about, answer };
    },
    () => {}, // asked again once the cards are there, and told then
  );
  return Promise.race([answered, new Promise<void>((done) => setTimeout(done, WAIT))]);
}

export const askPhase = (question: Schemas["PhaseRequest"]) => ask("phase", question);

/** What an answer is about: the question, and the language of its words. */
function subjectOf(question: unknown): string {
  return JSON.stringify([question, language.value]);
}

function orNull(error: unknown): null {
  if (error instanceof Unavailable) return null;
  throw error;
}
