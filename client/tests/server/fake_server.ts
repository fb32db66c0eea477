/** What leaves the process: a server whose answers a test decides, and a page to look at. */

import { vi } from "vitest";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  request: Request;
  signal: AbortSignal | null;
}
type Answers = (asked: Asked) => Response | Promise<Response>;

/** Requests in their order, answered by `answers`; an aborted one fails as in a browser. */
export function fakeServer(answers: Answers): Asked[] {
  const seen: Asked[] = [];
  vi.stubGlobal("fetch", async (request: Request, init?: { signal?: AbortSignal }) => {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const signal = init?.signal ?? new AbortController().signal;
    const asked = {
      method: request.method,
      path,
      query,
      headers: request.headers,
      request,
      signal,
    };
    seen.push(asked);
    signal.throwIfAborted();
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      Promise.resolve(answers(asked)).then(resolve, reject);
    });
  });
  return seen;
}

/** A request as one line: its method, and its address below that of the API. */
export function lineOf({ method, path, query }: Asked): string {
  return `${method} ${path.replace("/api/v1/", "")}${query.size > 0 ? `?${query}` : ""}`;
}

export function json(document: unknown, status = 200, headers: Record<string, string> = {}) {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(document), {
    status,
    headers: { "Content-Type": type, ...headers },
  });
}

export function problem(
  status: number,
  code: string,
  { headers = {}, errors = [] as { field: string; code: string; message: string }[] } = {},
) {
  const document = { type: "", title: "", status, detail: code, code, errors };
  return json(document, status, headers);
}

/** A stream that stays open; aborting its request ends it as in a browser. */
export function openStream(signal: AbortSignal | null) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  signal?.addEventListener("abort", () => {
    try {
      controller?.error(signal.reason);
    } catch {
      // it had ended
    }
  });
  return {
    response: new Response(body, { headers: { "Content-Type": "text/event-stream" } }),
    say(text: string) {
      if (!signal?.aborted) controller?.enqueue(encoder.encode(text));
    },
    /** A sign of life every 15 s, as the server gives it. */
    beat() {
      setInterval(() => this.say(":\n\n"), 15_000);
    },
    tell(event: { number: number; kind: string }) {
      this.say(`id: ${event.number}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    end: () => controller?.close(),
  };
}

/** The page, which a test can hide and show again. */
export class FakePage extends EventTarget {
  hidden = false;
  window = new EventTarget();

  constructor() {
    super();
    vi.stubGlobal("document", this);
    vi.stubGlobal("addEventListener", this.window.addEventListener.bind(this.window));
    vi.stubGlobal("removeEventListener", this.window.removeEventListener.bind(this.window));
  }
  hide(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
  tell(name: "online" | "offline" | "pageshow") {
    this.window.dispatchEvent(new Event(name));
  }
}
