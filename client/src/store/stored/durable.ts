/**
 * The tables, whatever happens to the disk. If it is full, or if the browser closes or clears the
 * database, everything goes on in memory and is written again as soon as that is possible.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { type Database, memoryDatabase, NewerVersion, type WritableRows } from "./database";
import { type Row, TABLES, type Table } from "./rows";

/** How well this phone keeps what is typed. `lost`: what was stored before is gone. */
export type StorageState = "ok" | "full" | "memory_only" | "newer_version" | "lost";

/** All rows, by their tables. */
export type Everything = { [T in Table]: Iterable<Row<T>> };

export interface Durable extends Database {
  state: ReadonlySignal<StorageState>;
  /** Open it; never rejects. */
  open(): Promise<void>;
  /** Say that what was stored before is gone, or that somebody has started over. */
  setLost(isLost: boolean): void;
}

/**
 * @param openStored opens the database on the disk
 * @param mirror the rows as this page knows them
 */
export function durable(openStored: () => Promise<Database>, mirror: () => Everything): Durable {
  const state = signal<StorageState>("ok");
  let stored: Database | null = null;
  let memory: Database = memoryDatabase();

  async function reopen(): Promise<void> {
    try {
      stored = await openStored();
    } catch (error) {
      stored = null;
      state.value = error instanceof NewerVersion ? "newer_version" : "memory_only";
    }
  }

  /** Go on in memory, with all that this page knows. */
  async function leaveDisk(): Promise<void> {
    memory = memoryDatabase();
    await memory.write((rows) => putAll(rows, mirror()));
  }

  /** Bring everything back to the disk, if it is there and has room by now. */
  async function returnToDisk(): Promise<void> {
    if (!stored) return;
    const everything = await memory.read(async (rows) => {
      const found = await Promise.all(TABLES.map(async (table) => [table, await rows.all(table)]));
      return Object.fromEntries(found) as Everything;
    });
    try {
      await stored.write(async (rows) => {
        await rows.clear();
        await putAll(rows, everything);
      });
      state.value = "ok";
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }

  /** Forget games that can be read again; whether there were any. */
  async function makeRoom(from: Database): Promise<boolean> {
    const waiting = new Set(
      [...mirror().outbox].map(({ action }) => "game" in action && action.game),
    );
    const games = [...mirror().games].filter(
      ({ id, base }) => base.version > 0 && !waiting.has(id),
    );
    games.sort((one, other) => (one.base.changed_at < other.base.changed_at ? -1 : 1));
    const dispensable = games.slice(0, Math.floor(games.length / 2));
    if (dispensable.length === 0) return false;
    try {
      await from.write(async (rows) => {
        for (const { id } of dispensable) {
          await rows.remove("games", id);
          await rows.remove("live_tables", id);
        }
      });
      return true;
    } catch {
      return false; // not even that can be written
    }
  }

  async function writeStored<R>(
    to: Database,
    work: (rows: WritableRows) => Promise<R>,
    isRetry = false,
  ): Promise<R> {
    try {
      return await to.write(work);
    } catch (error) {
      if (isFull(error)) {
        if (!isRetry && (await makeRoom(to))) return writeStored(to, work, true);
        await leaveDisk();
        state.value = "full";
        return memory.write(work);
      }
      if (!isClosed(error) || isRetry) throw error;
      await reopen();
      if (!stored) {
        await leaveDisk();
        return memory.write(work);
      }
      // Whoever cleared the database did not mean what is still on the screen.
      await stored.write(async (rows) => {
        if ((await rows.all("facts")).length === 0) await putAll(rows, mirror());
      });
      return writeStored(stored, work, true);
    }
  }

  return {
    state,
    open: reopen,
    setLost(isLost) {
      if (isLost && state.peek() === "ok") state.value = "lost";
      if (!isLost && state.peek() === "lost") state.value = "ok";
    },
    async read(work) {
      const from = stored && state.peek() !== "full" ? stored : memory;
      try {
        return await from.read(work);
      } catch (error) {
        if (from === memory || !isClosed(error)) throw error;
        await writeStored(from, async () => {}); // which opens it again, or goes on in memory
        return (stored ?? memory).read(work);
      }
    },
    async write(work) {
      if (stored && state.peek() !== "full") return writeStored(stored, work);
      const result = await memory.write(work);
      await returnToDisk();
      return result;
    },
    close: () => stored?.close(),
  };
}

async function putAll(rows: WritableRows, everything: Everything): Promise<void> {
  for (const table of TABLES) {
    for (const row of everything[table]) await rows.put(table, row as never);
  }
}

function isFull(error: unknown): boolean {
  return nameOf(error) === "QuotaExceededError";
}

function isClosed(error: unknown): boolean {
  return ["InvalidStateError", "NotFoundError", "UnknownError"].includes(nameOf(error));
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}
