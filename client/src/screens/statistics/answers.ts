/** What a group's games add up to: as this phone last read it, then as the server says it now. */

import { useLayoutEffect, useState } from "preact/hooks";
import { Refused, Unreachable } from "../../server/api";
import { network, savedForm, saveForm } from "../../store";
import { pause } from "../../timing";

/** Whatever is counted by the server, which may not have counted the latest games yet. */
export interface Counted {
  counting: boolean;
  as_of: string | null;
}

export interface Question<Value extends Counted> {
  /** The name under which the answer is remembered. */
  name: string;
  read: () => Promise<Value>;
  /** What the server does not know may come in a moment, with the games that are being counted. */
  mayCome?: boolean;
}

export interface Answer<Value> {
  value: Value | null;
  /** `offline`: the server does not answer now; `refused`: the server does not know who or what is meant. */
  state: "reading" | "known" | "offline" | "refused";
}

const SHELF = "answers"; // the names of what is remembered, the latest last
const MOST = 50; // answers: what is remembered is read at every start

/** Remember an answer, and forget those that nobody has asked for in a long time. */
export async function remember(name: string, value: unknown): Promise<void> {
  const names = (await savedForm<string[]>(SHELF)) ?? [];
  const now = [...names.filter((one) => one !== name), name];
  await saveForm(name, value);
  for (const old of now.slice(0, -MOST)) await saveForm(old, undefined);
  await saveForm(SHELF, now.slice(-MOST));
}

/** How often, and after how many milliseconds, to ask again while games are being counted. */
const TRIES = 5;
const PAUSE = 1_000;

/**
 * The answer to a question; null asks nothing. It is asked again whenever `again` is another value, and
 * once the server can be reached again.
 */
export function useAnswer<Value extends Counted>(
  question: Question<Value> | null,
  again: unknown = null,
): Answer<Value> {
  const [shown, setShown] = useState<Answer<Value> & { name: string }>();
  useLayoutEffect(() => {
    if (!question) return; // what is remembered is there before the first frame
    let wanted = true;
    void answer(question, (next) => {
      if (wanted) setShown({ ...next, name: question.name });
      return wanted;
    });
    return () => {
      wanted = false;
    };
  }, [question?.name, again, network.value]);
  if (!question) return { value: null, state: "refused" };
  return shown?.name === question.name ? shown : { value: null, state: "reading" };
}

/** Show what is remembered, then what is read, until everything is counted or `show` returns false. */
export async function answer<Value extends Counted>(
  { name, read, mayCome = false }: Question<Value>,
  show: (answer: Answer<Value>) => boolean,
): Promise<void> {
  let value = (await savedForm<Value>(name)) ?? null;
  if (!show({ value, state: "reading" })) return;
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await pause(PAUSE);
    try {
      value = await read();
    } catch (error) {
      const state = stateOf(error);
      if (!show({ value, state }) || state !== "refused" || !mayCome) return;
      continue;
    }
    await remember(name, value);
    if (!show({ value, state: "known" }) || !value.counting) return;
  }
}

function stateOf(error: unknown): "offline" | "refused" {
  if (error instanceof Unreachable) return "offline";
  if (error instanceof Refused) return error.problem.status === 404 ? "refused" : "offline";
  throw error;
}
