/**
 * Following a game or a group as it happens (`docs/live.md`): by a stream, or by long polling
 * where streams are blocked or held back.
 *
 * The stream is read by `fetch`, not by an `EventSource`: it sends the token in a header, sees
 * heartbeats, and is told why the server refuses it.
 */

import { type ReadonlySignal, signal } from "@preact/signals-core";
import { saysReload } from "./apply.js";
import { backoff } from "./backoff.js";
import { isRefused, Refused, Unreachable } from "./problems.js";
import type { Source } from "./sources.js";
import { messageReader } from "./sse.js";
import { watchPage } from "./wakefulness.js";

const FIRST_WORD_WITHIN = 8_000; // milliseconds: a stream begins with one at once
const SILENT_FOR = 25_000; // a heartbeat comes every 15 s
const POLL_FOR = 25; // seconds that the server may hold an answer back
const STREAM_AGAIN_AFTER = 300_000; // milliseconds of polling
const LONGEST_PAUSE = 30_000;

export interface Listener<Event> {
  /** Read everything again; returns the number of the latest event that is included. */
  read(): Promise<number>;
  /** Apply these, in order. Some may be known already. */
  take(events: readonly Event[]): void;
  /** You may no longer listen, and no more events will come: removed, logged out, deleted. */
  ended?(why: Refused | null): void;
}

export interface Following {
  /** `live`: what is shown is what there is; `lost` since a time in milliseconds. */
  state: ReadonlySignal<{ is: "connecting" | "live" | "lost" | "ended"; since: number }>;
  close(): void;
}

const DOZES = "nobody looks";
const LOST = "no network";

/** The stream says that somebody may no longer listen. */
class Ended extends Error {}

/**
 * Read, then follow until closed. `after` is what is known already: without it, `read` is called
 * first. It is called again whenever events do not say how things are now.
 */
export function follow<Event extends { number: number; data: object }>(
  source: Source<Event>,
  listener: Listener<Event>,
  known: number | null = null,
): Following {
  const state = signal<Following["state"]["value"]>({ is: "connecting", since: Date.now() });
  let after = known ?? 0;
  let stale = known === null; // to be read again
  let closed = false;
  let failures = 0; // in a row
  let mute = 0; // streams in a row that did not work
  let streamAgainAt = 0;
  let heardAt = 0;
  let attempt = new AbortController();

  const page = watchPage({
    dozes: () => attempt.abort(DOZES),
    wakes() {
      failures = 0;
      mute = 0;
      if (state.peek().is === "live" && Date.now() - heardAt > SILENT_FOR) attempt.abort();
    },
    loses: () => attempt.abort(LOST),
  });

  function become(is: "connecting" | "live" | "lost" | "ended") {
    if (!closed && state.peek().is !== is) state.value = { is, since: Date.now() };
  }

  function heard() {
    heardAt = Date.now();
    failures = 0;
    become("live");
  }

  function took(events: readonly Event[]) {
    const last = events.at(-1);
    if (!last || closed) return;
    after = Math.max(after, last.number);
    try {
      listener.take(events);
    } catch (error) {
      console.error(error);
      stale = true;
    }
    stale ||= events.some(saysReload);
  }

  /** Until the stream ends, for whichever reason, or what is known is stale. */
  async function stream(signal: AbortSignal): Promise<void> {
    const watchdog = silenceOf(attempt);
    try {
      watchdog(FIRST_WORD_WITHIN);
      const response = await source.open(after, signal);
      const body = response.body?.getReader();
      if (!body) throw new Unreachable("no stream");
      const decoder = new TextDecoder();
      const messagesIn = messageReader();
      for (let pieces = 0; ; pieces += 1) {
        const { done, value } = await body.read();
        if (done) throw new Unreachable("the stream ended");
        watchdog(SILENT_FOR);
        heard();
        if (pieces > 0) mute = 0;
        const messages = messagesIn(decoder.decode(value, { stream: true }));
        took(
          messages
            .filter(({ event }) => event !== "reload" && event !== "ended")
            .map(({ data }) => JSON.parse(data) as Event),
        );
        if (messages.some(({ event }) => event === "ended")) throw new Ended();
        stale ||= messages.some(({ event }) => event === "reload");
        if (stale) return;
      }
    } finally {
      watchdog(null);
      attempt.abort(); // the rest of the body, if any
    }
  }

  /** Until the time has come for another stream, or what is known is stale. */
  async function poll(signal: AbortSignal): Promise<void> {
    let wait = 0; // the first answer says at once that there is a connection
    while (!stale && Date.now() < streamAgainAt) {
      const { events, more } = await source.log(after, wait, signal);
      heard();
      took(events);
      wait = more ? 0 : POLL_FOR;
    }
  }

  /** Once by stream or poll; returns after how many milliseconds to try again. */
  async function tryOnce(): Promise<number> {
    attempt = new AbortController();
    const { signal } = attempt;
    const streams = mute < 2;
    try {
      if (stale) {
        after = await listener.read();
        stale = false;
        signal.throwIfAborted();
      }
      if (streams) await stream(signal);
      else await poll(signal);
      if (!stale) mute = 0; // polled for long enough
      return 0;
    } catch (error) {
      if (closed) return 0;
      if (error instanceof Ended) throw error;
      if (signal.reason === DOZES) {
        become("connecting");
        return 0;
      }
      become("lost");
      if (isRefused(error)) return pauseFor(error);
      if (streams && !stale && signal.reason !== LOST) {
        mute += 1;
        if (mute === 2) streamAgainAt = Date.now() + STREAM_AGAIN_AFTER;
      }
      failures += 1;
      const wait = error instanceof Unreachable ? error.retryAfter : null;
      return wait === null ? backoff(failures, LONGEST_PAUSE) : wait * 1000;
    }
  }

  function pauseFor(refused: Refused): number {
    const { status, code, errors } = refused.problem;
    if (errors.some((each) => each.code === "unknown_event")) {
      stale = true; // the server knows less than we do: it was restored from a backup
      failures += 1;
      return backoff(failures, LONGEST_PAUSE);
    }
    if (refused.retryAfter !== null) return refused.retryAfter * 1000;
    if (status >= 500 || status === 429 || code === "request_in_flight") {
      failures += 1;
      return backoff(failures, LONGEST_PAUSE);
    }
    throw refused;
  }

  async function run(): Promise<void> {
    try {
      while (!closed) {
        await page.awake();
        if (closed) return;
        const pause = await tryOnce();
        if (!closed && pause > 0) await page.rest(pause);
      }
    } catch (error) {
      if (closed) return;
      become("ended");
      page.close();
      listener.ended?.(error instanceof Refused ? error : null);
      if (!(error instanceof Refused || error instanceof Ended)) throw error;
    }
  }

  void run();
  return {
    state,
    close() {
      closed = true;
      attempt.abort();
      page.close();
    },
  };
}

/** Aborts an attempt after this many milliseconds without another call; null: no longer. */
function silenceOf(attempt: AbortController): (milliseconds: number | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (milliseconds) => {
    clearTimeout(timer);
    if (milliseconds !== null) timer = setTimeout(() => attempt.abort(), milliseconds);
  };
}
