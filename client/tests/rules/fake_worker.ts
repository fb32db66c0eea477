/** Workers of a test: they say what the test lets them say. */

import type { FromWorker, ToWorker } from "../../src/rules/messages";
import type { WorkerLike } from "../../src/rules/phone";

export class FakeWorker implements WorkerLike {
  /** All that were started since the test began. */
  static started: FakeWorker[] = [];
  /** Whether they load, and answer everything with what they were asked. */
  static mood: "well" | "broken" | "silent" = "well";

  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  heard: ToWorker[] = [];
  terminated = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  static reset(): void {
    FakeWorker.started = [];
    FakeWorker.mood = "well";
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
    if (FakeWorker.mood === "silent") return;
    queueMicrotask(() => {
      if (FakeWorker.mood === "broken") this.say({ kind: "broken", reason: "No memory." });
      else if (message.kind === "load") this.say({ kind: "ready" });
      else if (message.kind === "ask") {
        this.say({ kind: "reply", id: message.id, reply: { status: 200, body: message.request } });
      }
    });
  }

  say(message: FromWorker): void {
    if (!this.terminated) this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  crash(): void {
    this.onerror?.({ message: "Out of memory." } as ErrorEvent);
  }

  terminate(): void {
    this.terminated = true;
  }
}
