/** A round in entry: what is typed, what can be undone, and what keeps it from being recorded. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  canBecomePossible,
  isDone,
  isFinished,
  isOverruled,
  type Known,
  type LineState,
  lineState,
} from "../../store/typed/line_state";
import {
  addDigit,
  addKey,
  clearLine,
  following,
  goTo,
  lineOf,
  sayLaidDown,
  setPoints,
  type TypedRound,
  takeOff,
} from "../../store/typed/round";
import type { Press } from "./keys";

/** How many taps can be undone. */
const MEMORY = 100;

export class RoundForm {
  private readonly past = signal<readonly TypedRound[]>([]);
  /** The players whose count is to be complained about, although more taps could mend it. */
  private readonly insisted = signal<ReadonlySet<string>>(new Set());

  /** Whose line was chosen, as long as nothing was typed on it since. */
  private replaced: string | null = null;

  constructor(
    readonly typed: ReadonlySignal<TypedRound>,
    readonly known: Signal<Known>,
    private readonly save: (typed: TypedRound) => void,
    /** Whether one line after the other is entered here. */
    private readonly advances = true,
  ) {}

  get canUndo(): boolean {
    return this.past.value.length > 0;
  }

  stateOf(player: string): LineState {
    return lineState(this.typed.value, player, this.known.value);
  }

  /** Whether the points alone do not tell if a player laid down, whatever somebody said. */
  isLeftOpen(player: string): boolean {
    const unsaid = sayLaidDown(this.typed.value, player, null);
    return lineState(unsaid, player, this.known.value).is === "either";
  }

  /** Whether nothing is left to say about a player. */
  isDone(player: string): boolean {
    return isDone(this.typed.value, player, this.known.value);
  }

  /** Whether the table insists on a line. */
  isOverruled(player: string): boolean {
    return isOverruled(this.typed.value, player);
  }

  /** Whether somebody wanted to go on although something is open about a player. */
  isInsisted(player: string): boolean {
    return this.insisted.value.has(player);
  }

  /** Whether to complain about the count of a player by now. */
  isRefused(player: string): boolean {
    if (this.stateOf(player).is !== "impossible" || this.isOverruled(player)) return false;
    const line = lineOf(this.typed.value, player);
    const open = this.known.value.possible?.[player];
    return (
      player !== this.typed.value.at || this.isInsisted(player) || !canBecomePossible(line, open)
    );
  }

  /** The next player with something left to say; null if there is none. */
  nextPlayer(): string | null {
    return following(this.typed.value, (player) => this.isDone(player));
  }

  /** Whether all is said, so that the round can be recorded. */
  get isComplete(): boolean {
    const { out, order } = this.typed.value;
    return out !== null && order.every((player) => this.isDone(player));
  }

  /** Change what is typed, so that it can be undone. */
  change(to: (typed: TypedRound) => TypedRound): void {
    const before = this.typed.peek();
    const after = to(before);
    if (after === before) return;
    this.past.value = [...this.past.peek().slice(1 - MEMORY), before];
    this.save(after);
  }

  undo(): void {
    const before = this.past.peek().at(-1);
    if (!before) return;
    this.past.value = this.past.peek().slice(0, -1);
    this.save(before);
  }

  /** What has been entered is no longer undone tap by tap. */
  forget(): void {
    this.past.value = [];
  }

  /** Go to the line of a player who was chosen: the first digit replaces what is on it. */
  choose(player: string): void {
    this.change((typed) => goTo(typed, player));
    this.replaced = player;
  }

  press(press: Press): void {
    const { at } = this.typed.peek();
    const { replaced } = this;
    this.replaced = null;
    if ("digit" in press && at !== null) {
      // Who was told that a question is open, and types on, means somebody else's points.
      if (this.stateOf(at).is === "either" && this.isInsisted(at)) return;
      if (replaced === at) {
        this.change((typed) => this.goneOn(addDigit(clearLine(typed), press.digit)));
        this.calm();
        return;
      }
    }
    if ("tool" in press) this.change(press.tool === "off" ? takeOff : clearLine);
    else if ("points" in press) this.change((typed) => addKey(typed, press.points));
    else this.change((typed) => this.goneOn(addDigit(typed, press.digit)));
    this.calm();
  }

  /** Go to the next player; stays, and complains, if the present count cannot be. */
  next(): void {
    const { at } = this.typed.peek();
    if (at !== null && this.stateOf(at).is !== "missing" && !this.isDone(at)) {
      this.insist(at);
      return;
    }
    const next = this.nextPlayer();
    if (next !== null) this.change((typed) => goTo(typed, next));
  }

  /** Go to a player who keeps the round from being recorded. */
  showProblem(): void {
    const { order, at } = this.typed.peek();
    const player = at !== null && !this.isDone(at) ? at : order.find((id) => !this.isDone(id));
    if (player === undefined) return;
    if (player !== at) this.change((typed) => goTo(typed, player));
    this.insist(player);
  }

  /** Replace the points of the line in turn. */
  replacePoints(points: number): void {
    this.change((typed) => this.onward(setPoints(typed, points)));
  }

  /** On with the next line if the present one is settled. */
  onward(typed: TypedRound): TypedRound {
    const known = this.known.peek();
    if (!this.advances || typed.at === null || !isDone(typed, typed.at, known)) return typed;
    const next = following(typed, (player) => isDone(typed, player, known));
    return next === null ? typed : goTo(typed, next);
  }

  /** On with the next line once a number has all the digits that a count can have. */
  private goneOn(typed: TypedRound): TypedRound {
    const isSettled = typed.at !== null && isFinished(typed, typed.at, this.known.peek());
    return isSettled ? this.onward(typed) : typed;
  }

  private insist(player: string): void {
    this.insisted.value = new Set([...this.insisted.peek(), player]);
  }

  private calm(): void {
    this.insisted.value = new Set();
  }
}
