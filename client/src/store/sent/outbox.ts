/**
 * The outbox: what waits is sent in order, each with a key of its own. The process may end between
 * any two lines: what was asked is stored before it is sent, and sent again with the same key.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { backoff } from "../../server/backoff";
import { Unreachable } from "../../server/problems";
import { type Action, gameOfAction, type Problem } from "../actions/actions";
import { nextToSend } from "../actions/dependence";
import type { OutboxItem, OutboxState, Refusal } from "../actions/outbox_item";
import type { LocalRows } from "../stored/local_rows";
import { hideGame, putAnswer, putGame, undecide } from "./answering";
import { type Ask, askingOn, LoggedOut, Pause } from "./asking";
import { createGuest } from "./guest";
import { type Prepared, preparingOn } from "./preparing";
import { outcomeOf } from "./refusals";
import { type Answer, ROOT, readingOf } from "./server";
import type { Shared } from "./surroundings";

/** What an answer has changed is to be shown; with the action if it was carried out. */
type Answered = (game: string | null, action: Action | null, data: unknown) => Promise<void>;

const LONGEST_PAUSE = 60_000; // milliseconds
const MOST_RACES = 5; // how often others may be faster before there is a pause

type Step = "done" | "again" | "set aside";

export class Outbox {
  readonly #state = signal<OutboxState>("idle");
  /** When items that made the server fail can be tried again, and how often they did. */
  readonly #aside = new Map<number, { until: number; failures: number }>();
  readonly #around: Shared;
  readonly #answered: Answered;
  readonly #ask: Ask;
  readonly #prepare: (item: OutboxItem) => Promise<Prepared>;
  #running: Promise<void> | null = null;
  #wanted = false;
  #failures = 0;
  #callOff = () => {};
  #closed = false;

  constructor(around: Shared, answered: Answered) {
    this.#around = around;
    this.#answered = answered;
    this.#ask = askingOn(around);
    this.#prepare = preparingOn(around, this.#ask, () => this.#token());
  }

  get state(): ReadonlySignal<OutboxState> {
    return this.#state;
  }

  /**
   * Send what waits; resolves when nothing more can be sent now. Never rejects. There is one pass at a
   * time; whoever asks meanwhile gets another one after it.
   */
  send(): Promise<void> {
    this.#wanted = true;
    this.#running ??= (async () => {
      while (this.#wanted && !this.#closed) {
        this.#wanted = false;
        await this.#pass();
      }
      this.#running = null;
    })();
    return this.#running;
  }

  /** As `send`, for those who do not wait for it. */
  wake(): void {
    void this.send();
  }

  close(): void {
    this.#closed = true;
    this.#callOff();
  }

  get #local(): LocalRows {
    return this.#around.local;
  }

  #token(): string | null {
    return this.#local.fact("account")?.token ?? null;
  }

  // --- One item -------------------------------------------------------------------------

  async #sendItem(item: OutboxItem): Promise<Step> {
    let call = item.call;
    const mayBeThere = call !== null;
    if (!call) {
      const prepared = await this.#prepare(item);
      if (prepared === "done") return this.#finish(item, null);
      if ("refusal" in prepared) return this.#stop(item, prepared.refusal);
      const stored = await this.#change(item, (now) => ({
        ...now,
        call: now.call ?? prepared.call,
      }));
      if (!stored?.call) {
        await this.#local.reread("outbox"); // it was undone, or decided about in another tab
        return "again";
      }
      call = stored.call;
    }
    const answer = await this.#ask(call, item.key, this.#token());
    if (!answer.problem) return this.#finish(item, answer.data);
    return this.#refused(item, answer, answer.problem, mayBeThere);
  }

  async #refused(
    item: OutboxItem,
    { status }: Answer,
    problem: Problem,
    mayBeThere: boolean,
  ): Promise<Step> {
    const { action } = item;
    const told = problem.game;
    const known = this.#local
      .rows("games")
      .peek()
      .get(gameOfAction(action) ?? "");
    const base = told ?? known?.base ?? null;
    const me = this.#local.fact("account")?.user?.name;
    const outcome = outcomeOf({ item, status, problem, mayBeThere, me, base });
    if (outcome === "aside") return this.#setAside(item);
    if (told) {
      await this.#local.write(async (rows) => {
        if (await rows.get("outbox", item.id)) await putGame(rows, told); // else: logged out
      });
    }
    if (outcome === "done") return this.#finish(item, null);
    // Of a line, the player may be the one who is not there any more.
    if (status === 404 && "game" in action && action.kind !== "enterLine") {
      await this.#local.write((rows) => hideGame(rows, action.game));
    }
    if ("decide" in outcome) return this.#stop(item, outcome.decide);
    await this.#change(item, (now) => ({
      ...now,
      ...outcome.again,
      call: null,
      key: this.#around.newId(),
    }));
    return "again";
  }

  #setAside(item: OutboxItem): Step {
    const failed = (this.#aside.get(item.id)?.failures ?? 0) + 1;
    this.#aside.set(item.id, {
      failures: failed,
      until: this.#around.now() + backoff(failed, LONGEST_PAUSE),
    });
    return "set aside";
  }

  /** The item is answered, or has nothing left to do. */
  async #finish(item: OutboxItem, data: unknown): Promise<Step> {
    await this.#local.write(async (rows) => {
      if (!(await rows.get("outbox", item.id))) return; // another tab was faster
      await rows.remove("outbox", item.id);
      await putAnswer(rows, item.action, data);
    });
    this.#aside.delete(item.id);
    await this.#answered(gameOfAction(item.action), item.action, data);
    return "done";
  }

  /** A person has to decide. What was asked is forgotten: the server has refused it. */
  async #stop(item: OutboxItem, trouble: Refusal): Promise<Step> {
    await this.#change(item, (now) => ({ ...now, trouble, call: null, key: this.#around.newId() }));
    await this.#local.write((rows) => undecide(rows, item.action));
    await this.#answered(gameOfAction(item.action), null, null);
    return "done";
  }

  /** Change an item, unless it is gone; returns what is stored now. */
  async #change(
    item: OutboxItem,
    how: (now: OutboxItem) => OutboxItem,
  ): Promise<OutboxItem | null> {
    return this.#local.write(async (rows) => {
      const stored = await rows.get("outbox", item.id);
      if (!stored || stored.key !== item.key) return null;
      const next = how(stored);
      await rows.put("outbox", next);
      return next;
    });
  }

  // --- All of them -------------------------------------------------------------------------

  /** Milliseconds until an item can be tried again; the clock may have been put back since. */
  #pauseOf(until: number): number {
    const left = until - this.#around.now();
    return left > LONGEST_PAUSE ? 0 : Math.max(0, left);
  }

  #next(): OutboxItem | null {
    const items = [...this.#local.rows("outbox").peek().values()].sort(
      (one, other) => one.id - other.id,
    );
    return nextToSend(
      items,
      ({ id, trouble }) => trouble !== null || this.#pauseOf(this.#aside.get(id)?.until ?? 0) > 0,
    );
  }

  async #sendAll(): Promise<void> {
    let races = 0;
    // What was never sent can still be undone without a trace: so first see if there is anybody.
    if (this.#failures > 0 || this.#around.mayBeOffline())
      await this.#ask(readingOf(ROOT), null, null);
    await this.#local.reread("outbox"); // another tab may have sent some
    await createGuest(this.#around, this.#ask);
    for (let item = this.#next(); item && !this.#closed; item = this.#next()) {
      const step = await this.#sendItem(item);
      races = step === "again" ? races + 1 : 0;
      if (races > MOST_RACES) throw new Pause(null);
      if (step !== "set aside") this.#failures = 0;
    }
  }

  async #pass(): Promise<void> {
    this.#callOff();
    if (!this.#local.fact("account") || this.#closed) return;
    if (this.#token() !== null && !this.#next()) {
      if (this.#state.peek() !== "stopped") this.#state.value = "idle";
      return this.#planAside();
    }
    this.#state.value = "sending";
    try {
      await this.#around.inTurn(() => this.#sendAll());
      this.#failures = 0;
      this.#state.value = "idle";
      this.#planAside();
    } catch (error) {
      if (this.#closed) return;
      if (error instanceof LoggedOut) {
        this.#state.value = "stopped";
        return;
      }
      this.#state.value = "offline";
      this.#failures += 1;
      const isForeseen = error instanceof Pause || error instanceof Unreachable;
      const seconds = isForeseen ? error.retryAfter : null;
      this.#plan(seconds === null ? backoff(this.#failures, LONGEST_PAUSE) : seconds * 1000);
      if (!isForeseen) console.error(error);
    }
  }

  #planAside(): void {
    const pauses = [...this.#aside.values()].map(({ until }) => this.#pauseOf(until));
    if (pauses.length > 0) this.#plan(Math.max(100, Math.min(...pauses)));
  }

  #plan(milliseconds: number): void {
    this.#callOff();
    if (!this.#closed) this.#callOff = this.#around.later(milliseconds, () => this.wake());
  }
}
