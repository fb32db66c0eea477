/** What the referee says about the cards in view: asked with every tap, the last question first. */

import { useEffect, useRef, useState } from "preact/hooks";
import { language } from "../../i18n";
import { orNull, rulesState } from "../../rules";
import { network } from "../../store";
import { idle, inTime } from "../../timing";
import { askHit, askPhase } from "./asking";
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
  const said = useRef<{ about: string; answer: Answer | null } | null>(null);
  const [, draw] = useState(0);
  const turn = useRef(Promise.resolve());
  const about = question === null ? null : subjectOf(question);
  const isReady = rulesState.value === "ready";
  const isOnline = network.value;
  const isKnown = about !== null && known.has(about);
  if (isKnown) said.current = { about, answer: known.get(about) as Answer };
  useEffect(() => {
    let isWanted = about !== null && !isKnown;
    const next = async () => {
      if (!isWanted || about === null || question === null) return;
      const answer = await orNull(ask(question));
      if (!isWanted) return;
      said.current = { about, answer };
      draw((times) => times + 1);
    };
    if (isWanted) turn.current = turn.current.catch(() => undefined).then(next);
    return () => {
      isWanted = false;
    };
  }, [about, isReady, isOnline]);
  if (about === null || said.current === null) return null;
  return { answer: said.current.answer, isFresh: said.current.about === about };
}

/** Answers that came before their questions were on the screen, by what they are about. */
const known = new Map<string, unknown>();
const coming = new Map<string, Promise<void>>();
const MOST_KNOWN = 200;
const SOON = 50; // milliseconds: by then, the next tap may come
const WAIT = 30; // milliseconds: a card that was tapped must not be seen any later

/** A question that is answered at once. */
type Quick = NonNullable<ReturnType<typeof quickQuestion>>;

/**
 * Ask before the cards are drawn, so that they and the verdict are drawn at once.
 *
 * Resolves when the answer is there, or soon anyway. Null if there is nothing to wait for: the
 * answer is known, or the rules are not on this phone.
 */
export function foresee(asked: Quick | null): Promise<unknown> | null {
  if (!asked || rulesState.peek() !== "ready" || known.has(subjectOf(asked.question))) return null;
  return inTime(WAIT, know(asked));
}

/**
 * Ask what the next tap may ask, once nothing else is to be done.
 *
 * Asks only the rules on this phone. Returns what stops it.
 */
export function lookAhead(questions: () => readonly (Quick | null)[]): () => void {
  let isWanted = true;
  const look = async () => {
    await idle(SOON);
    if (!isWanted) return;
    const left = questions().filter((asked) => asked !== null);
    const work = async () => {
      for (let asked = left.shift(); asked; asked = left.shift()) {
        if (!isWanted || rulesState.peek() !== "ready") return;
        await know(asked);
      }
    };
    // Two at a time: the worker has the next question while the page reads an answer.
    await Promise.all([work(), work()]);
  };
  void look();
  return () => {
    isWanted = false;
  };
}

/** Forget the answers: the rules may be others by the next time. */
export function forgetAnswers(): void {
  known.clear();
}

/** Have an answer: one that is there, one that is on its way, or else a new one. */
function know(asked: Quick): Promise<void> {
  const subject = subjectOf(asked.question);
  if (known.has(subject)) return Promise.resolve();
  const answer = coming.get(subject) ?? learn(subject, asked);
  coming.set(subject, answer);
  return answer;
}

async function learn(subject: string, { about, question }: Quick): Promise<void> {
  try {
    known.set(subject, await (about === "phase" ? askPhase(question) : askHit(question)));
  } catch {
    return; // asked again once the cards are there, and told then
  } finally {
    coming.delete(subject);
  }
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
}

/** What an answer is about: the question, and the language of its words. */
function subjectOf(question: unknown): string {
  return JSON.stringify([question, language.value]);
}
