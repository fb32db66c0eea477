/** Waiting: for an answer, for a state, for one's turn, and until nothing else is to be done. */

import { effect } from "@preact/signals";

const PAUSE = 100; // milliseconds, where the browser does not say when it is idle

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** What comes within this many milliseconds; null after that. */
export function inTime<T>(milliseconds: number, coming: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/**
 * Resolves to true once `is` holds, by the signals that it reads, or to false after this many
 * milliseconds.
 */
export function becomes(is: () => unknown, milliseconds?: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSo: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(isSo);
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds, false);
    const stop = effect(() => {
      if (is()) queueMicrotask(() => end(true)); // not here: at first, there is no `stop` yet
    });
  });
}

/** A queue: each work begins once the one before it has ended, even if that failed. */
export function oneByOne(): <R>(work: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Resolves when nothing else is to be done, or after this many milliseconds: some phones never rest. */
export function idle(atLatest?: number): Promise<void> {
  return new Promise((resolve) => {
    const options = atLatest === undefined ? {} : { timeout: atLatest };
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), options);
    else setTimeout(resolve, atLatest ?? PAUSE);
  });
}
