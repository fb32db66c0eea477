/** A phone of a test: a store over a database that outlives it, and that can die at any step. */

import type { Fold, Folded, Game, GameAction } from "../../src/store/actions/actions";
import type { Server } from "../../src/store/sent/server";
import { createStore, type Store } from "../../src/store/store";
import type { Database } from "../../src/store/stored/database";
import { behind, type Fate } from "./model_server";
import { NOWHERE } from "./nowhere";

const NEVER = new Promise<never>(() => {});

export class Phone {
  store: Store;
  /** What happens to the next requests, in order. */
  fates: Fate[] = [];
  /** What happens to all others. */
  online = true;
  /** After how many steps the phone dies; null: it does not. */
  private fuse: number | null = null;
  private dead = { is: false };
  /** In how many milliseconds it sends again by itself. */
  planned: number | null = null;
  /** Whether the phone can work out what follows from a round. */
  hasRules = true;
  /** How many milliseconds it takes for that. */
  thinking = 0;
  /** By how much the clock of the phone is ahead. */
  ahead = 0;
  /** The time zone in which the phone is. */
  zone: string | null = null;
  /** How often the browser was asked not to clear what is stored. */
  asked = 0;

  constructor(
    readonly name: string,
    private readonly database: Database,
    private readonly server: Server,
    private readonly fold: Fold,
    private readonly clock: () => number,
  ) {
    this.store = this.start();
  }

  private start(): Store {
    const dead = { is: false };
    this.dead = dead;
    const step = async () => {
      if (!dead.is && this.fuse !== null && this.fuse-- <= 0) dead.is = true;
      if (dead.is) await NEVER;
    };
    const alive = async <R>(work: () => Promise<R>): Promise<R> => {
      await step();
      const result = await work();
      await step();
      return result;
    };
    const line = behind(this.server, () => this.fates.shift() ?? (this.online ? "ok" : "lost"));
    const server: Server = { send: (call, how) => alive(() => line.send(call, how)) };
    return createStore({
      ...NOWHERE,
      database: {
        read: (work) => alive(() => this.database.read(work)),
        write: (work) => alive(() => this.database.write(work)),
        close: () => {},
      },
      server,
      fold: async (base, actions) => {
        if (this.thinking > 0) await new Promise((done) => setTimeout(done, this.thinking));
        return this.hasRules ? this.fold(base, actions) : unfolded(base, actions);
      },
      phasesOf: async () => [{ phase: 1, name: "Two sets", groups: [] }],
      now: () => this.clock() + this.ahead,
      later: (milliseconds) => {
        this.planned = milliseconds;
        return () => {};
      },
      mayBeOffline: () => !this.online && this.fates.length === 0,
      device: () => "Android phone",
      timeZone: () => this.zone,
      persist: async () => {
        this.asked += 1;
      },
    });
  }

  async open(): Promise<void> {
    await this.store.load();
  }

  /** Do something, during which the phone dies after this many steps, if it takes that long. */
  async dieAfter(steps: number, work: () => Promise<unknown>): Promise<boolean> {
    this.fuse = steps;
    const died = this.dead;
    const outcome = work().then(
      () => true,
      () => true,
    );
    while (!died.is && !(await Promise.race([outcome, soon()]))) {
      // It goes on.
    }
    const hasDied = died.is;
    await this.restart();
    return hasDied;
  }

  /** Close the page at once, and open it again. */
  async restart(): Promise<void> {
    this.fuse = null;
    this.dead.is = true;
    this.store.close();
    this.store = this.start();
    await this.store.load();
  }
}

/** As the fold does it without rules. */
async function unfolded(base: Game, actions: readonly GameAction[]): Promise<Folded> {
  const unchecked = actions.flatMap((each) => (each.kind === "recordRound" ? [each.body] : []));
  return { game: base, unchecked, refused: [] };
}

function soon(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), 0));
}
