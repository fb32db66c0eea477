/** What is stored, as signals: written first, then shown, and told to the other tabs. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { oneByOne } from "../../timing";
import type { Database, Rows, WritableRows } from "./database";
import type { Everything } from "./durable";
import { type FactRow, type Facts, KEYS, type Key, type Row, TABLES, type Table } from "./rows";

/** A row that was written or removed, by its table and key. */
export type Touched = readonly [table: Table, key: Key<Table>];

type Maps = { [T in Table]: ReadonlyMap<Key<T>, Row<T>> };

/** All rows of this phone. */
export interface LocalRows {
  /** The rows of a table, in the order of their keys. */
  rows<T extends Table>(table: T): ReadonlySignal<ReadonlyMap<Key<T>, Row<T>>>;
  /** All rows, as this page knows them. */
  everything(): Everything;
  fact<Name extends keyof Facts>(name: Name): Facts[Name] | undefined;
  /** Write all or nothing; what was written is shown once it is stored. */
  write<R>(work: (rows: WritableRows) => Promise<R>): Promise<R>;
  /** Read everything again, or what another tab has written. */
  reload(touched?: readonly Touched[]): Promise<void>;
  /** Read one table again. */
  reread(table: Table): Promise<void>;
}

/** Rows over a database; `tell` is told what was written. */
export function localRows(
  database: Database,
  tell: (touched: readonly Touched[]) => void = () => {},
): LocalRows {
  const signals = Object.fromEntries(
    TABLES.map((table) => [table, signal<ReadonlyMap<unknown, unknown>>(new Map())]),
  ) as unknown as { [T in Table]: { value: Maps[T]; peek(): Maps[T] } };

  function show(changes: ReadonlyMap<Table, ReadonlyMap<Key<Table>, unknown>>): void {
    for (const [table, changed] of changes) {
      const rows = new Map<unknown, unknown>(
        signals[table].peek() as ReadonlyMap<unknown, unknown>,
      );
      for (const [key, row] of changed) {
        if (row === undefined) rows.delete(key);
        else rows.set(key, row);
      }
      (signals[table] as { value: unknown }).value = rows;
    }
  }

  // One after the other, or what another tab wrote could hide what was written here since.
  const inOrder = oneByOne();

  return {
    rows: (table) => signals[table] as never,
    everything: () =>
      Object.fromEntries(
        TABLES.map((table) => [table, signals[table].peek().values()]),
      ) as unknown as Everything,
    fact(name) {
      const row = signals.facts.value.get(name) as FactRow | undefined;
      return row?.value as never;
    },
    write: (work) =>
      inOrder(async () => {
        const changes = new Map<Table, Map<Key<Table>, unknown>>();
        const note = (table: Table, key: Key<Table>, row: unknown) => {
          const changed = changes.get(table) ?? new Map<Key<Table>, unknown>();
          changes.set(table, changed.set(key, row));
        };
        const result = await database.write((rows) => {
          changes.clear(); // the work may be done again
          return work({
            ...rows,
            async put(table, row) {
              await rows.put(table, row);
              note(table, keyOf(table, row), row);
            },
            async add(row) {
              const id = await rows.add(row);
              note("outbox", id, { ...row, id });
              return id;
            },
            async remove(table, key) {
              await rows.remove(table, key);
              note(table, key, undefined);
            },
            async clear() {
              await rows.clear();
              for (const table of TABLES) {
                for (const key of signals[table].peek().keys()) note(table, key, undefined);
              }
            },
          });
        });
        show(changes);
        const touched = [...changes].flatMap(([table, changed]) =>
          [...changed.keys()].map((key): Touched => [table, key]),
        );
        if (touched.length > 0) tell(touched);
        return result;
      }),
    reread: (table) =>
      inOrder(async () => {
        const rows = await database.read((stored) => stored.all(table));
        const found = new Map(rows.map((row) => [keyOf(table, row), row]));
        (signals[table] as { value: unknown }).value = found;
      }),
    reload: (touched) =>
      inOrder(async () => {
        const changes = await database.read(async (rows) => {
          const found = new Map<Table, Map<Key<Table>, unknown>>();
          for (const table of TABLES) {
            const asked = touched?.filter(([name]) => name === table);
            const changed = new Map<Key<Table>, unknown>();
            if (asked)
              for (const [, key] of asked) changed.set(key, await rows.get(table, key as never));
            else for (const row of await rows.all(table)) changed.set(keyOf(table, row), row);
            found.set(table, changed);
          }
          return found;
        });
        if (!touched)
          for (const table of TABLES) (signals[table] as { value: unknown }).value = new Map();
        show(changes);
      }),
  };
}

/** The key of a row. */
export function keyOf(table: Table, row: unknown): Key<Table> {
  return (row as Record<string, Key<Table>>)[KEYS[table]] as Key<Table>;
}

/** A single value, as it is stored now. */
export async function getFact<Name extends keyof Facts>(
  rows: Rows,
  name: Name,
): Promise<Facts[Name] | undefined> {
  return (await rows.get("facts", name))?.value as Facts[Name] | undefined;
}

/** Write a single value. */
export function putFact<Name extends keyof Facts>(
  rows: WritableRows,
  name: Name,
  value: Facts[Name],
): Promise<void> {
  return rows.put("facts", { name, value } as FactRow);
}
