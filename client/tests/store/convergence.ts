/**
 * Two phones at one table, offline and online, with lost answers and dying browsers: whatever
 * happens, in the end both and the server have the same game, nothing typed is lost, and nothing
 * is doubled. Every round that is typed has points of its own, by which it is found again.
 */

import fc from "fast-check";
import { newId } from "../../src/server/ids";
import type { Stored } from "../../src/store/acting";
import type { Game, Round, RoundEntry } from "../../src/store/actions/actions";
import type { Settlement } from "../../src/store/actions/troubles";
import type { Trouble } from "../../src/store/shown/views";
import type { Phone } from "./phone";

/** A table with two phones, however its server works. */
export interface Table {
  game: string;
  phones: readonly [Phone, Phone];
  /** The game as the server has it. */
  current(): Promise<Game>;
  /** All changes in their order: the rounds before and after each. */
  changes(): Promise<
    readonly { kind: "corrected" | "taken back" | "other"; before: Round[]; after: Round[] }[]
  >;
  /** Some time goes by. */
  wait(): void;
  /** Answers to repeated writes are forgotten, as after two days. */
  forget(): void;
  /** Lines of a round by which it is told from all others. */
  results(players: readonly string[], value: number, kind: Kind): RoundEntry[];
  /** The value of such lines, in the order of the seats. */
  valueOf(lines: readonly { points?: number | null }[]): number;
  /** Whether a round can end the game. */
  canEnd: boolean;
}

/** What the rules say of a round: nothing, that it ends the game, or that it is impossible. */
export type Kind = "plain" | "ending" | "impossible";

const FATES = ["ok", "lost", "answer lost", "failed", "busy", "throttled"] as const;
const CLOCKS = [0, 0, 400 * 86_400_000, -400 * 86_400_000, -60 * 365 * 86_400_000, 90_000];
const DECISIONS = ["end", "abandon", "resume", "archive", "unarchive"] as const;

const phone = fc.nat(1);
const fates = fc.array(fc.constantFrom(...FATES), { maxLength: 4 });
const deed = fc.oneof(
  of(8, { do: fc.constant("record" as const), how: fc.nat(15) }),
  of(3, { do: fc.constant("correct" as const), which: fc.nat(9), how: fc.nat(15) }),
  of(2, { do: fc.constant("take back" as const) }),
  of(1, { do: fc.constant("decide" as const), decision: fc.constantFrom(...DECISIONS) }),
  of(1, { do: fc.constant("join" as const) }),
  of(1, { do: fc.constant("leave" as const), which: fc.nat(3) }),
  of(1, { do: fc.constant("change" as const), on: fc.boolean() }),
  of(2, { do: fc.constant("undo" as const) }),
  of(8, { do: fc.constant("send" as const), fates, stays: fc.boolean() }),
  of(2, { do: fc.constant("read" as const) }),
  of(3, { do: fc.constant("settle" as const), which: fc.nat(2), decision: fc.nat(5) }),
  of(1, { do: fc.constant("restart" as const) }),
  of(1, { do: fc.constant("rules" as const), on: fc.boolean() }),
  of(1, { do: fc.constant("clock" as const), ahead: fc.constantFrom(...CLOCKS) }),
  of(1, { do: fc.constant("forget" as const) }),
);

/** A deed that is so likely, compared with others. */
function of<Deed>(weight: number, model: { [Member in keyof Deed]: fc.Arbitrary<Deed[Member]> }) {
  return { weight, arbitrary: fc.record(model) as fc.Arbitrary<Deed> };
}

/** One thing that happens; with `dies`, the browser is killed after this many steps of it. */
const event = fc.record({ phone, deed, dies: fc.option(fc.nat(12), { freq: 6 }) });
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

export const story = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 30 }),
  endings: fc.array(fc.nat(5), { minLength: 3, maxLength: 8 }),
});
export type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

interface Typed {
  /** Whether it was stored; null: the browser died meanwhile. */
  stored: boolean | null;
  /** The values that it replaces, as the person saw them. */
  sees: number[];
  /** Rounds that the person has accepted to lose. */
  confirmed: number[];
}

class Play {
  private readonly typed = new Map<number, Typed>();
  /** Values that a person has decided against. */
  private readonly givenUp = new Set<number>();
  private readonly seenWhenTakenBack = new Set<number>();
  /** What each phone offers to undo. */
  private readonly undos = new Map<number, (() => Promise<unknown>) | null>();
  private readonly lastOf = new Map<number, number>();
  /** Which phone has typed which value for a round; the other one may type the same. */
  private readonly first = new Map<number, { index: number; value: number }>();
  private readonly shared = new Set<number>();

  constructor(private readonly table: Table) {}

  private valuesOf(rounds: readonly Pick<Round, "lines">[]): number[] {
    return rounds.map(({ lines }) => this.table.valueOf(lines));
  }

  private valueIn(results: readonly RoundEntry[] | null | undefined): number[] {
    return results ? [this.table.valueOf(results)] : [];
  }

  async happen({ phone: index, deed, dies }: Event): Promise<void> {
    const phone = this.table.phones[index === 0 ? 0 : 1];
    const act = () => this.act(phone, index, deed);
    if (dies === null) return act();
    await phone.dieAfter(dies, act);
    this.undos.delete(index); // the page that offered it is closed
  }

  private async act(phone: Phone, index: number, deed: Event["deed"]): Promise<void> {
    const { store } = phone;
    const local = store.gameOf(this.table.game).value;
    switch (deed.do) {
      case "send":
        this.table.wait();
        phone.fates = [...deed.fates];
        phone.online = true;
        await store.send();
        phone.online = deed.stays;
        return;
      case "read":
        phone.fates = [];
        phone.online = true;
        if (local) await store.readGame(this.table.game);
        phone.online = false;
        return;
      case "restart":
        this.undos.delete(index);
        return phone.restart();
      case "rules":
        phone.hasRules = deed.on;
        return;
      case "clock":
        phone.ahead = deed.ahead;
        return;
      case "forget":
        return this.table.forget();
    }
    if (!local) return;
    const { game, unchecked } = local;
    const id = game.id;
    switch (deed.do) {
      case "record": {
        if (!game.next_round) return;
        const number = game.next_round.number + unchecked.length;
        const { results } = this.newResults(game.next_round.playing, number, deed.how, index);
        return this.enter(index, results, [], [], () => store.recordRound(id, { number, results }));
      }
      case "correct": {
        const round = game.rounds[deed.which % Math.max(1, game.rounds.length)];
        if (!round) return;
        const players = round.lines.map(({ player }) => player);
        const { results, kind } = this.newResults(players, 0, deed.how, index);
        const dropped = kind === "ending" ? game.rounds.slice(round.number) : [];
        const confirmed = dropped.map((each) => ({
          round: each.number,
          effect: "dropped" as const,
          message: "",
        }));
        return this.enter(
          index,
          results,
          this.valuesOf([round]),
          dropped.map(({ number }) => number),
          () => store.correctRound(id, round.number, { results }, confirmed),
        );
      }
      case "take back": {
        const typed = unchecked.at(-1);
        const last = typed ?? game.rounds.at(-1);
        if (!last) return;
        const values = typed ? this.valueIn(typed.results) : this.valuesOf(game.rounds.slice(-1));
        for (const value of values) this.seenWhenTakenBack.add(value);
        const stored = await store.takeBackRound(id, last.number);
        this.undos.set(index, stored.undo ?? null);
        return;
      }
      case "decide":
        await store.decide(id, deed.decision);
        return;
      case "change":
        await store.changeGame(id, { house_rules: { number_card_per_group: deed.on } });
        return;
      case "join": {
        if (game.rounds.length === 0 || !game.next_round || game.players.length > 4) return;
        const away = game.players.find(({ at_table }) => !at_table);
        const guest = { id: newId(), name: `Guest ${game.players.length}` };
        const who = away ? { player: { id: away.id } } : { player: guest, total: 0 };
        await store.addToGame(id, { ...who, round: game.next_round.number });
        return;
      }
      case "leave": {
        const there = game.players.filter(({ at_table }) => at_table);
        const player = there[deed.which % there.length];
        const round = game.next_round?.number;
        if (there.length > 2 && player && round) await store.leaveGame(id, player.id, round);
        return;
      }
      case "undo": {
        const undo = this.undos.get(index);
        this.undos.delete(index);
        const mine = this.lastOf.get(index);
        if (!undo) return;
        if (mine !== undefined) {
          this.givenUp.add(mine);
          this.seenWhenTakenBack.add(mine);
        }
        // What is undone later by taking back is the round as it is shown then.
        for (const value of this.valuesOf(game.rounds)) this.seenWhenTakenBack.add(value);
        await undo();
        return;
      }
      case "settle": {
        const troubles = store.outbox.value.troubles;
        const trouble = troubles[deed.which % Math.max(1, troubles.length)];
        if (trouble) await this.settle(phone, trouble, deed.decision);
        return;
      }
    }
  }

  private async enter(
    index: number,
    results: RoundEntry[],
    sees: number[],
    confirmed: number[],
    store: () => Promise<Stored>,
  ): Promise<void> {
    const [value = 0] = this.valueIn(results);
    const known = this.typed.get(value);
    const typed: Typed = known ?? { stored: null, sees, confirmed };
    this.typed.set(value, typed);
    const stored = await store();
    typed.stored = !stored.problem || (known?.stored ?? false);
    this.lastOf.set(index, value);
    this.undos.set(index, sees.length > 0 ? null : (stored.undo ?? null));
  }

  /** Lines of their own; sometimes those that the other phone has typed for the same round. */
  private newResults(
    players: readonly string[],
    number: number,
    how: number,
    index: number,
  ): { results: RoundEntry[]; kind: Kind } {
    const first = this.first.get(number);
    if (how < 4 && first && first.index !== index && !this.shared.has(first.value)) {
      this.shared.add(first.value);
      return { results: this.table.results(players, first.value, "plain"), kind: "plain" };
    }
    const value = this.typed.size + 1;
    const kind = how === 14 && this.table.canEnd ? "ending" : how === 15 ? "impossible" : "plain";
    if (number > 0 && kind === "plain") this.first.set(number, { index, value });
    return { results: this.table.results(players, value, kind), kind };
  }

  async settle(phone: Phone, trouble: Trouble, choice: number): Promise<void> {
    const options: Settlement[] = ["drop", "again"];
    const mine = this.valueIn(trouble.mine);
    if (trouble.kind !== "refused") options.push("mine", "theirs");
    if (trouble.action.kind === "recordRound") options.push("next");
    if (trouble.kind === "refused" && trouble.mine) {
      const players = trouble.mine.map(({ player }) => player);
      options.push({ results: this.newResults(players, 0, 9, 0).results });
    }
    const decision = options[choice % options.length] ?? "drop";
    await this.decide(phone, trouble, decision, mine);
  }

  async decide(
    phone: Phone,
    trouble: Trouble,
    decision: Settlement,
    mine = this.valueIn(trouble.mine),
  ): Promise<void> {
    if (decision === "drop" || decision === "theirs")
      for (const value of mine) this.givenUp.add(value);
    const insists = decision === "mine" || decision === "again";
    if (insists && trouble.action.kind === "takeBackRound") {
      const game = phone.store.gameOf(this.table.game).value?.game;
      const there = [...(game?.rounds ?? []), ...(trouble.theirs ? [trouble.theirs] : [])];
      for (const value of this.valuesOf(there)) this.seenWhenTakenBack.add(value);
      const base = phone.store.local.rows("games").peek().get(this.table.game)?.base;
      for (const value of this.valuesOf(base?.rounds ?? [])) this.seenWhenTakenBack.add(value);
    }
    for (const value of insists ? mine : []) {
      const typed = this.typed.get(value);
      if (!typed) continue;
      const base = phone.store.local.rows("games").peek().get(this.table.game)?.base;
      const number = trouble.theirs?.number ?? 0;
      typed.sees.push(
        ...this.valuesOf(base?.rounds.filter((round) => round.number === number) ?? []),
      );
      const accepted = trouble.problem.consequences ?? [];
      if (decision === "mine") typed.confirmed = accepted.map(({ round }) => round);
    }
    if (typeof decision === "object" && "results" in decision) {
      for (const value of mine) this.givenUp.add(value);
      const [value = 0] = this.valueIn(decision.results);
      this.typed.set(value, {
        stored: true,
        sees: this.typed.get(mine[0] ?? 0)?.sees ?? [],
        confirmed: [],
      });
    }
    await phone.store.settle(trouble, decision);
  }

  /** Everybody is online, and every trouble is decided. */
  async end(endings: readonly number[]): Promise<void> {
    for (let turn = 0; turn < 40; turn += 1) {
      let waiting = 0;
      for (const phone of this.table.phones) {
        phone.hasRules = true;
        phone.fates = [];
        phone.online = true;
        this.table.wait();
        await phone.store.send();
        await phone.store.readGame(this.table.game);
        for (const trouble of phone.store.outbox.value.troubles) {
          const choice = endings[turn];
          if (choice === undefined) await this.decide(phone, trouble, "drop");
          else await this.settle(phone, trouble, choice);
        }
        waiting += phone.store.outbox.value.waiting;
      }
      if (waiting > 0) continue;
      for (const { store } of this.table.phones) await store.readGame(this.table.game);
      return;
    }
    throw new Error("Something waits for ever.");
  }

  /** Judge what has become of everything. */
  async judge(): Promise<void> {
    const current = withoutRole(await this.table.current());
    for (const { name, store } of this.table.phones) {
      const shown = store.gameOf(this.table.game).value;
      same(
        shown && withoutRole(shown.game),
        current,
        `${name} shows another game than the server has`,
      );
      same(shown?.unchecked, [], `${name} still has unchecked rounds`);
      same(store.outbox.value.waiting, 0, `${name} still waits`);
    }
    const present = this.valuesOf(current.rounds);
    // Of two phones that typed the same, one may have said that theirs is the round after it.
    const own = present.filter((value) => !this.shared.has(value));
    same(own.length, new Set(own).size, `a round is doubled: ${present.join()}`);
    const replaced = new Set<number>();
    for (const { kind, before, after } of await this.table.changes()) {
      const [old, now] = [this.valuesOf(before), this.valuesOf(after)];
      const lost = old.filter((value) => !now.includes(value));
      for (const value of lost) replaced.add(value);
      if (lost.length > 0) this.judgeChange(kind, lost, old, now);
    }
    for (const [value, { stored }] of this.typed) {
      const isThere = present.includes(value) || replaced.has(value) || this.givenUp.has(value);
      if (stored && !isThere) throw new Error(`The round with ${value} is lost.`);
    }
  }

  /** Nothing is replaced, dropped or taken back that the person did not see. */
  private judgeChange(kind: string, lost: number[], old: number[], now: number[]): void {
    if (kind === "taken back") {
      for (const value of lost) {
        if (!this.seenWhenTakenBack.has(value)) throw new Error(`${value} was taken back unseen.`);
      }
      return;
    }
    // By place, not by value: what two phones typed alike may stand twice.
    const corrected = now.findIndex((each, index) => each !== old[index]);
    const value = now[corrected] ?? 0;
    const typed = this.typed.get(value);
    if (!typed) throw new Error(`${lost.join()} was replaced by ${value}, which nobody typed.`);
    for (const each of lost) {
      const number = old.indexOf(each) + 1;
      const isFine =
        number === corrected + 1 ? typed.sees.includes(each) : typed.confirmed.includes(number);
      if (!isFine) throw new Error(`${value} has replaced ${each} of round ${number} unseen.`);
    }
  }
}

/** A story at a table, from when nobody has a network any more to its end. */
export async function tell(table: Table, { events, endings }: Story): Promise<void> {
  for (const phone of table.phones) phone.online = false;
  const play = new Play(table);
  for (const event of events) await play.happen(event);
  await play.end(endings);
  await play.judge();
}

/** Both see the same, but for what they may do. */
function withoutRole({ my_role: _role, ...game }: Game): Omit<Game, "my_role"> {
  return game;
}

function same(one: unknown, other: unknown, what: string): void {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  if (a !== b) throw new Error(`${what}:\n${a}\n${b}`);
}
