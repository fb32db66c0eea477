/** Actions: checked and worked out by the rules on the phone, stored, then shown and sent. */

import { computed, type ReadonlySignal } from "@preact/signals";
import { Unavailable } from "../rules";
import { inTime, oneByOne } from "../timing";
import {
  type Action,
  type Folded,
  type Game,
  type GameAction,
  type Group,
  gameOfAction,
  groupOfAction,
  isOfSameRound,
  type Problem,
} from "./actions/actions";
import { dependsOn } from "./actions/dependence";
import type { OutboxItem } from "./actions/outbox_item";
import { isSame, isSo, subjectOf } from "./actions/subjects";
import { asSeen, moved, type Settlement, settled } from "./actions/troubles";
import { inverseOf } from "./actions/undoing";
import { hideUncreated, undecide, waitingOn } from "./sent/answering";
import type { Shared } from "./sent/surroundings";
import { groupAfter } from "./shown/effects";
import { type AskGame, foldGame } from "./shown/fold";
import type { WritableRows } from "./stored/database";
import type { LocalRows } from "./stored/local_rows";
import type { GameRow } from "./stored/rows";

/** What became of an action: refused by the rules and not stored, or stored, with a way back. */
export type Stored =
  | { problem: Problem; undo?: never; holds?: never }
  | {
      problem?: never;
      /** Resolves to why it was refused, if it was. */
      undo: (() => Promise<Problem | null>) | null;
      /** Whether it is still so, as far as this phone knows: nothing has refused or undone it. */
      holds: ReadonlySignal<boolean>;
    };

const PATIENCE = 2_000; // milliseconds that an action waits for the rules before it is stored

export class Acting {
  readonly #around: Shared;
  /** With all that changes what is shown. */
  readonly inOrder = oneByOne();

  constructor(around: Shared) {
    this.#around = around;
  }

  /** `more` is written together with the action. */
  act(action: Action, more?: (rows: WritableRows) => Promise<void>): Promise<Stored> {
    return this.inOrder(() => this.#actNow(action, more));
  }

  settle(id: number, decision: Settlement): Promise<void> {
    return this.inOrder(() => this.#settleNow(id, decision));
  }

  /** Work out again what is shown of a game. */
  refold(game: string): Promise<void> {
    return this.inOrder(() => this.#refoldNow(game));
  }

  get #local(): LocalRows {
    return this.#around.local;
  }

  get #items() {
    return this.#local.rows("outbox").peek();
  }

  /** As `fold`, unless the rules take too long: then null, and their answer is shown once it is there. */
  async #folded(row: GameRow, actions: readonly GameAction[]): Promise<Folded | null> {
    if (actions.length === 0) return { game: row.base, unchecked: [], refused: [] };
    if (row.base.phases.length === 0) return null; // nobody has told which Phases are played
    const folding = this.#around.fold(row.base, actions);
    const folded = await inTime(PATIENCE, folding);
    const show = (result: Folded) => this.inOrder(() => this.#show(row, actions.length, result));
    if (!folded) void folding.then(show);
    return folded;
  }

  /** Show what this many actions make of a game; false if something else has happened since. */
  #show({ id, base }: GameRow, count: number, result: Folded): Promise<boolean> {
    return this.#local.write(async (rows) => {
      const stored = await rows.get("games", id);
      const waiting = waitingOn(id, await rows.all("outbox"));
      if (stored?.base.event !== base.event || waiting.length !== count) return false;
      const next = { ...stored, ...shownAs(result) };
      if (!isSame(next, stored)) await rows.put("games", next);
      return true;
    });
  }

  async #actNow(
    action: Action,
    more: (rows: WritableRows) => Promise<void> = async () => {},
  ): Promise<Stored> {
    const inGame = "game" in action && action.kind !== "startGame" ? action : null;
    const row = inGame ? this.#local.rows("games").peek().get(inGame.game) : undefined;
    if (inGame && !row && inGame.kind !== "decide") {
      throw new Error(`This phone does not know the game ${inGame.game}.`);
    }
    let shown: Partial<GameRow> = {};
    if (inGame && row) {
      const waiting = waitingOn(inGame.game, this.#items.values());
      const result = await this.#folded(row, [...waiting, inGame]);
      const problem = result?.refused.find(({ index }) => index === waiting.length)?.problem;
      if (problem) return { problem };
      shown = result ? shownAs(result) : await withCertain(row, inGame);
    }
    const at = new Date(this.#around.now()).toISOString();
    const about = subjectOf(action, row?.shown ?? null, row?.unchecked);
    const id = await this.#local.write(async (rows) => {
      await more(rows);
      const stored = inGame && (await rows.get("games", inGame.game));
      if (stored) await rows.put("games", { ...stored, ...shown, gone: goneAfter(action, stored) });
      await replaceEarlierLine(rows, action);
      return rows.add({ key: this.#around.newId(), action, at, about, call: null, trouble: null });
    });
    const group = this.#groupShown(action);
    const inverse = inverseOf(action, row?.shown ?? null, group, this.#around.newId);
    this.#around.wake();
    return {
      undo: canUndo(action, group) ? () => this.inOrder(() => this.#undo(id, inverse)) : null,
      holds: computed(() => this.#holds(id, action)),
    };
  }

  #holds(id: number, action: Action): boolean {
    const item = this.#local.rows("outbox").value.get(id);
    if (item) return item.trouble === null;
    const game = gameOfAction(action) ?? "";
    const row = this.#local.rows("games").value.get(game);
    const table = this.#local.rows("live_tables").value.get(game)?.table;
    return !row || isSo(action, row, table);
  }

  #groupShown(action: Action) {
    const id = groupOfAction(action);
    const base = id === null ? undefined : this.#local.rows("groups").peek().get(id)?.base;
    if (!base) return null;
    const actions = [...this.#items.values()].map((item) => item.action);
    return groupAfter(base, actions.slice(0, -1), null);
  }

  /** Take an action back: from the outbox if it was not sent, else by the opposite one; why that is refused. */
  async #undo(id: number, inverse: Action | null): Promise<Problem | null> {
    const removed = await this.#local.write(async (rows) => {
      const item = await rows.get("outbox", id);
      if (item?.trouble) return null; // a person has to decide about it
      if (!item || item.call !== null) return false;
      const later = (await rows.all("outbox")).filter((each) => each.id > id);
      if (later.some((each) => dependsOn(each.action, item.action))) return false;
      await rows.remove("outbox", id);
      await undecide(rows, item.action);
      return item.action;
    });
    if (removed) {
      const game = gameOfAction(removed);
      if (game !== null) await this.#refoldNow(game);
    } else if (removed === false && inverse) {
      return (await this.#actNow(inverse)).problem ?? null;
    }
    return null;
  }

  async #refoldNow(id: string): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const row = this.#local.rows("games").peek().get(id);
      if (!row) return;
      const actions = waitingOn(id, this.#items.values());
      const result = await this.#folded(row, actions);
      if (!result) return;
      if (await this.#show(row, actions.length, result)) return;
    }
  }

  async #settleNow(id: number, decision: Settlement): Promise<void> {
    const game = await this.#local.write(async (rows) => {
      const item = await rows.get("outbox", id);
      if (!item?.trouble) return null;
      const game = gameOfAction(item.action);
      const base = (game !== null && (await rows.get("games", game))?.base) || null;
      const action = settled(item, decision, base);
      if (!action) {
        for (const each of await this.#leftOutWith(rows, item))
          await rows.remove("outbox", each.id);
        return game;
      }
      const about = subjectOf(action, asSeen(action, base, item));
      await rows.put("outbox", {
        ...item,
        action,
        about,
        key: this.#around.newId(),
        call: null,
        trouble: null,
      });
      if (decision === "next") await this.#moveLater(rows, item, action, base);
      return game;
    });
    if (game !== null) await this.#refoldNow(game);
    this.#around.wake();
  }

  /**
   * An item and what goes with it: the other plays of a round that is over, which cannot be made either,
   * and what was done in a game or a group that will not be created.
   */
  async #leftOutWith(rows: WritableRows, item: OutboxItem): Promise<OutboxItem[]> {
    const all = await rows.all("outbox");
    if (item.trouble?.problem.code === "round_over") {
      return all.filter(({ action }) => isOfSameRound(action, item.action));
    }
    const gone = await hideUncreated(rows, item.action);
    return all.filter(({ id, action }) => {
      return id === item.id || gone.has(gameOfAction(action)) || gone.has(groupOfAction(action));
    });
  }

  /** My later rounds keep their places after the one that has moved. */
  async #moveLater(
    rows: WritableRows,
    item: OutboxItem,
    action: Action,
    base: Game | null,
  ): Promise<void> {
    if (item.action.kind !== "recordRound" || action.kind !== "recordRound") return;
    const from = item.action.body.number;
    const by = action.body.number - from;
    for (const later of await rows.all("outbox")) {
      const sameGame = gameOfAction(later.action) === item.action.game;
      if (later.id <= item.id || !sameGame || later.call !== null) continue;
      await rows.put("outbox", { ...later, action: moved(later, from, by, base) });
    }
  }
}

function shownAs({ game, unchecked }: Folded): Pick<GameRow, "shown" | "unchecked"> {
  return { shown: game, unchecked };
}

/** What is certain of an action even without the rules, so that the next one builds on it. */
async function withCertain(row: GameRow, action: GameAction): Promise<Partial<GameRow>> {
  const { game, unchecked } = await foldGame(row.shown, [action], { ask: noRules });
  return { shown: game, unchecked: [...row.unchecked, ...unchecked] };
}

const noRules: AskGame = async () => {
  throw new Unavailable();
};

function goneAfter(action: Action, row: GameRow): boolean {
  if (action.kind !== "decide") return row.gone;
  return action.decision === "delete" || (row.gone && action.decision !== "restore");
}

/** Only the last thing that was typed about a line needs to be sent. */
async function replaceEarlierLine(rows: WritableRows, action: Action): Promise<void> {
  if (action.kind !== "enterLine") return;
  for (const { id, action: earlier, call } of await rows.all("outbox")) {
    const isSameLine =
      earlier.kind === "enterLine" &&
      earlier.game === action.game &&
      earlier.player === action.player &&
      earlier.body.round === action.body.round;
    if (isSameLine && call === null) await rows.remove("outbox", id);
  }
}

const FOR_GOOD = new Set<Action["kind"]>([
  "createGroup",
  "startGame",
  "deleteGroup",
  "changeMe",
  "startDraft",
  "enterLine",
  "takeBackPlay",
  // Whoever does these is asked first, or has lost a player who never played.
  "deletePlayer",
  "mergePlayers",
  "removeMember",
  "handOver",
]);

/** Whether there is a way back, also once it is sent. */
function canUndo(action: Action, group: Group | null): boolean {
  if (action.kind === "changeRole") {
    // Who is no longer an owner cannot make themselves one again.
    return !group?.members.some(({ id, is_me }) => is_me && id === action.member);
  }
  return !FOR_GOOD.has(action.kind);
}
