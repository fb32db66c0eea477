/** The rules on this phone: one worker, and what it was asked. */

import { type Reply, Unavailable } from "./functions";
import type { FromWorker, ToWorker } from "./messages";
import type { Package } from "./python";

const PATIENCE = 30_000; // milliseconds for one answer: far more than any takes

/** As much of a `Worker` as is needed. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(reason: Unavailable): void;
  timer: ReturnType<typeof setTimeout>;
}

/** A worker with the rules of one version. Once it is broken, it stays so. */
export class PhoneRules {
  /** Called once, when the worker breaks after it was ready. */
  onBroken: ((reason: string) => void) | null = null;
  readonly #worker: WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  #started: { resolve(): void; reject(reason: Unavailable): void } | null = null;
  #next = 1;
  #broken = false;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#break(event.message || "The worker broke.");
  }

  /** Resolves when the rules can be asked; rejects with Unavailable. For `memory`, see there. */
  load(python: string, rules: Package, memory: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#worker.postMessage({ kind: "load", python, rules, memory });
    });
  }

  /** Add the texts of a language. */
  install(archive: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage({ kind: "install", archive });
  }

  /** Ask for an answer; rejects with Unavailable if the worker breaks. */
  ask(name: string, request: unknown, language: string): Promise<Reply> {
    if (this.#broken) return Promise.reject(new Unavailable("The worker is broken."));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#break(`No answer to ${name}.`), PATIENCE);
      this.#waiting.set(id, { resolve, reject, timer });
      const text = JSON.stringify(request);
      this.#worker.postMessage({ kind: "ask", id, name, request: text, language });
    });
  }

  /** Stop the worker; whoever waits for an answer gets Unavailable. */
  stop(): void {
    this.onBroken = null;
    this.#break("Stopped.");
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.#started?.resolve();
        this.#started = null;
        break;
      case "reply":
        this.#reply(message.id, message.reply);
        break;
      case "broken":
        this.#break(message.reason);
    }
  }

  #reply(id: number, reply: Reply): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    waiting.resolve(reply);
  }

  #break(reason: string): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#worker.terminate();
    const error = new Unavailable(reason);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
    if (this.#started) this.#started.reject(error);
    else this.onBroken?.(reason);
  }
}
