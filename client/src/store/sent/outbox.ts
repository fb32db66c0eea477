/**
 * The outbox: what waits is sent in order, each with a key of its own. The process may end between
 * any two lines: what was asked is stored before it is sent, and sent again with the same key.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { Unreachable } from "../../server/problems";
import { type Action, gameOfAction, type Problem } from "../actions/actions";
import { nextToSend } from "../actions/dependence";
import type { OutboxItem, OutboxState, Refusal } from "../actions/outbox_item";
import { isAboutTime } from "../actions/times";
import { refusalOf, verdictOn } from "../actions/verdicts";
import type { LocalRows } from "../stored/local_rows";
import { hideGame, putAnswer, putGame, showGame } from "./answering";
import { askingOn, LoggedOut, Pause } from "./asking";
import { createGuest } from "./guest";
import { preparingOn } from "./preparing";
import { type Answer, ROOT, readingOf, type Server } from "./server";

export interface OutboxSurroundings {
  local: LocalRows;
  server: Server;
  newId: () => string;
  now: () => number;
  /** Call later; returns how to call it off. */
  later: (milliseconds: number, work: () => void) => () => void;
  /** Whether it is likely that there is no network. */
  mayBeOffline: () => boolean;
  /** Do this while no other tab does. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** What an answer has changed is to be shown; with the action if it was carried out. */
  answered: (game: string | null, action: Action | null, data: unknown) => Promise<void>;
  device: () => string;
  timeZone: () => string | null;
}

export interface Outbox {
  state: ReadonlySignal<OutboxState>;
  /** Send what waits; resolves when nothing more can be sent now. Never rejects. */
  send(): Promise<void>;
  /** As `send`, also if the last attempt was a moment ago. */
  wake(): void;
  close(): void;
}

const LONGEST_PAUSE = 60_000; // milliseconds
const MOST_RACES = 5; // how often others may be faster before there is a pause

type Step = "done" | "again" | "set aside";

export function outboxOf(around: OutboxSurroundings): Outbox {
  const { local, server, newId, now } = around;
  const state = signal<OutboxState>("idle");
  /** When items that made the server fail can be tried again, and how often they did. */
  const aside = new Map<number, { until: number; failures: number }>();
  let running: Promise<void> | null = null;
  let wanted = false;
  let failures = 0;
  let callOff = () => {};
  let closed = false;

  const token = () => local.fact("account")?.token ?? null;
  const ask = askingOn(local, server, now);
  const prepare = preparingOn({ local, ask, now, token });

  // --- One item -------------------------------------------------------------------------

  async function sendItem(item: OutboxItem): Promise<Step> {
    let call = item.call;
    const mayBeThere = call !== null;
    if (!call) {
      const prepared = await prepare(item);
      if (prepared === "done") return finish(item, null);
      if ("refusal" in prepared) return stop(item, prepared.refusal);
      const stored = await change(item, (now) => ({ ...now, call: now.call ?? prepared.call }));
      if (!stored?.call) {
        await local.reread("outbox"); // it was undone, or decided about in another tab
        return "again";
      }
      call = stored.call;
    }
    const answer = await ask(call, item.key, token());
    if (!answer.problem) return finish(item, answer.data);
    return refused(item, answer, answer.problem, mayBeThere);
  }

  async function refused(
    item: OutboxItem,
    { status }: Answer,
    problem: Problem,
    mayBeThere: boolean,
  ): Promise<Step> {
    const { action } = item;
    if (status >= 500) return setAside(item);
    if (problem.code === "id_taken" && mayBeThere) return finish(item, null); // deleted since
    if (status === 404 && isRemoval(item)) return finish(item, null);
    if (problem.code === "line_changed" && action.kind === "enterLine") {
      const line = problem.draft?.lines.find(({ player }) => player === action.player);
      // What this person has typed before is what they have seen.
      if (line && line.entered_by === local.fact("account")?.user?.name) {
        const body = { ...action.body, seen: line.version };
        await change(item, (now) => ({
          ...now,
          action: { ...action, body },
          call: null,
          key: newId(),
        }));
        return "again";
      }
    }
    if (isAboutTime(problem.errors) && item.at !== "") {
      await change(item, (now) => ({ ...now, at: "", call: null, key: newId() }));
      return "again";
    }
    const told = problem.game;
    if (told) await local.write((rows) => putGame(rows, told));
    if (status === 404 && "game" in action)
      await local.write((rows) => hideGame(rows, action.game));
    const base =
      told ??
      local
        .rows("games")
        .peek()
        .get(gameOfAction(action) ?? "")?.base ??
      null;
    const verdict = told ? verdictOn(item, base) : "send";
    if (verdict === "done") return finish(item, null);
    if (verdict !== "send") return stop(item, verdict);
    if (problem.code === "stale_version") {
      await change(item, (now) => ({ ...now, call: null, key: newId() }));
      return "again";
    }
    return stop(item, refusalOf(action, problem, base));
  }

  function setAside(item: OutboxItem): Step {
    const failed = (aside.get(item.id)?.failures ?? 0) + 1;
    aside.set(item.id, { failures: failed, until: now() + backoff(failed) });
    return "set aside";
  }

  /** The item is answered, or has nothing left to do. */
  async function finish(item: OutboxItem, data: unknown): Promise<Step> {
    await local.write(async (rows) => {
      if (!(await rows.get("outbox", item.id))) return; // another tab was faster
      await rows.remove("outbox", item.id);
      await putAnswer(rows, item.action, data);
    });
    aside.delete(item.id);
    await around.answered(gameOfAction(item.action), item.action, data);
    return "done";
  }

  /** A person has to decide. What was asked is forgotten: the server has refused it. */
  async function stop(item: OutboxItem, trouble: Refusal): Promise<Step> {
    await change(item, (now) => ({ ...now, trouble, call: null, key: newId() }));
    const { action } = item;
    if (action.kind === "decide" && action.decision === "delete") {
      await local.write((rows) => showGame(rows, action.game));
    }
    await around.answered(gameOfAction(item.action), null, null);
    return "done";
  }

  /** Change an item, unless it is gone; returns what is stored now. */
  async function change(
    item: OutboxItem,
    how: (now: OutboxItem) => OutboxItem,
  ): Promise<OutboxItem | null> {
    return local.write(async (rows) => {
      const stored = await rows.get("outbox", item.id);
      if (!stored || stored.key !== item.key) return null;
      const next = how(stored);
      await rows.put("outbox", next);
      return next;
    });
  }

  // --- All of them -------------------------------------------------------------------------

  /** Milliseconds until an item can be tried again; the clock may have been put back since. */
  function pauseOf(until: number): number {
    const left = until - now();
    return left > LONGEST_PAUSE ? 0 : Math.max(0, left);
  }

  function next(): OutboxItem | null {
    const items = [...local.rows("outbox").peek().values()].sort((one, other) => one.id - other.id);
    return nextToSend(
      items,
      ({ id, trouble }) => trouble !== null || pauseOf(aside.get(id)?.until ?? 0) > 0,
    );
  }

  async function sendAll(): Promise<void> {
    let races = 0;
    // What was never sent can still be undone without a trace: so first see if there is anybody.
    if (failures > 0 || around.mayBeOffline()) await ask(readingOf(ROOT), null, null);
    await local.reread("outbox"); // another tab may have sent some
    await createGuest(local, ask, around);
    for (let item = next(); item && !closed; item = next()) {
      const step = await sendItem(item);
      races = step === "again" ? races + 1 : 0;
      if (races > MOST_RACES) throw new Pause(null);
      if (step !== "set aside") failures = 0;
    }
  }

  async function pass(): Promise<void> {
    callOff();
    if (!local.fact("account") || closed) return;
    if (token() !== null && !next()) {
      if (state.peek() !== "stopped") state.value = "idle";
      return planAside();
    }
    state.value = "sending";
    try {
      await around.inTurn(sendAll);
      failures = 0;
      state.value = "idle";
      planAside();
    } catch (error) {
      if (closed) return;
      if (error instanceof LoggedOut) {
        state.value = "stopped";
        return;
      }
      state.value = "offline";
      failures += 1;
      const seconds =
        error instanceof Pause || error instanceof Unreachable ? secondsOf(error) : null;
      plan(seconds === null ? backoff(failures) : seconds * 1000);
      if (!(error instanceof Pause || error instanceof Unreachable)) console.error(error);
    }
  }

  function planAside(): void {
    const pauses = [...aside.values()].map(({ until }) => pauseOf(until));
    if (pauses.length > 0) plan(Math.max(100, Math.min(...pauses)));
  }

  function plan(milliseconds: number): void {
    callOff();
    if (!closed) callOff = around.later(milliseconds, () => void send());
  }

  /** One pass at a time; whoever asks meanwhile gets another one after it. */
  function send(): Promise<void> {
    wanted = true;
    running ??= (async () => {
      while (wanted && !closed) {
        wanted = false;
        await pass();
      }
      running = null;
    })();
    return running;
  }

  return {
    state,
    send,
    wake: () => void send(),
    close() {
      closed = true;
      callOff();
    },
  };
}

/** Whether an action only removes: what is not there is removed already. */
function isRemoval({ action }: OutboxItem): boolean {
  return (
    action.kind === "deletePlayer" ||
    action.kind === "removeMember" ||
    action.kind === "deleteGroup" ||
    action.kind === "discardDraft" ||
    action.kind === "takeBackPlay" ||
    (action.kind === "decide" && action.decision === "delete")
  );
}

function secondsOf(error: Pause | Unreachable): number | null {
  return error instanceof Pause ? error.seconds : error.retryAfter;
}

/** Longer each time, and not the same for all phones. */
function backoff(failures: number): number {
  return Math.min(LONGEST_PAUSE, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
