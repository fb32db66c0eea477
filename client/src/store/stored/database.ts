/** The tables: in IndexedDB, or in memory where there is none. Both are written atomically. */

import { type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import { oneByOne } from "../../timing";
import { migrate, VERSION } from "./migrations";
import { KEYS, type Key, type Row, TABLES, type Table, type Tables } from "./rows";

/** What can be read within a transaction. */
export interface Rows {
  get<T extends Table>(table: T, key: Key<T>): Promise<Row<T> | undefined>;
  all<T extends Table>(table: T): Promise<Row<T>[]>;
}

/** What can be written, too. A row of the outbox gets its id when it is added. */
export interface WritableRows extends Rows {
  put<T extends Table>(table: T, row: Row<T>): Promise<void>;
  add(row: Omit<Row<"outbox">, "id">): Promise<number>;
  remove<T extends Table>(table: T, key: Key<T>): Promise<void>;
  /** Remove all rows of all tables. */
  clear(): Promise<void>;
}

/** All or nothing: if the work throws, nothing is written. */
export interface Database {
  read<R>(work: (rows: Rows) => Promise<R>): Promise<R>;
  write<R>(work: (rows: WritableRows) => Promise<R>): Promise<R>;
  close(): void;
}

/** The database was written by a newer version of the client. */
export class NewerVersion extends Error {}

/** Open the tables in IndexedDB; throws `NewerVersion`, or what IndexedDB throws. */
export async function openDatabase(name: string): Promise<Database> {
  let db: IDBPDatabase;
  try {
    db = await openDB(name, VERSION, {
      upgrade: (opened, from, _to, transaction) => migrate(opened, from, transaction),
      blocking: () => db.close(), // another tab has a newer version of the client
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "VersionError") throw new NewerVersion();
    throw error;
  }
  return {
    async read(work) {
      const transaction = db.transaction(TABLES, "readonly");
      return within(transaction, () => work(rowsIn(transaction)));
    },
    async write(work) {
      const options = { durability: "strict" } as const;
      const transaction = db.transaction(TABLES, "readwrite", options);
      return within(transaction, () => work(writableRowsIn(transaction)));
    },
    close: () => db.close(),
  };
}

type Transaction<M extends IDBTransactionMode> = IDBPTransaction<unknown, string[], M>;

async function within<R>(
  transaction: Transaction<"readonly"> | Transaction<"readwrite">,
  work: () => Promise<R>,
): Promise<R> {
  const done = transaction.done;
  done.catch(() => {}); // it is awaited below
  let result: R;
  try {
    result = await work();
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It was aborted by what went wrong, for which it knows the better reason.
      await done;
    }
    throw error;
  }
  await done;
  return result;
}

function rowsIn(transaction: Transaction<"readonly"> | Transaction<"readwrite">): Rows {
  return {
    get: async (table, key) => (await transaction.objectStore(table).get(key)) as never,
    all: async (table) => (await transaction.objectStore(table).getAll()) as never,
  };
}

function writableRowsIn(transaction: Transaction<"readwrite">): WritableRows {
  return {
    ...rowsIn(transaction),
    put: async (table, row) => void (await transaction.objectStore(table).put(row)),
    add: async (row) => (await transaction.objectStore("outbox").add(row)) as number,
    remove: async (table, key) => transaction.objectStore(table).delete(key),
    async clear() {
      for (const table of TABLES) await transaction.objectStore(table).clear();
    },
  };
}

type Maps = { [T in Table]: Map<Key<T>, Tables[T]["value"]> };

/** The tables in memory: gone when the page is closed. */
export function memoryDatabase(): Database {
  let maps = Object.fromEntries(TABLES.map((table) => [table, new Map()])) as unknown as Maps;
  let nextId = 1;
  const inOrder = oneByOne();
  const mapOf = <T extends Table>(from: Maps, table: T) => from[table] as Map<Key<T>, Row<T>>;
  const rowsOf = (from: Maps): Rows => ({
    get: async (table, key) => structuredClone(mapOf(from, table).get(key)),
    all: async (table) => structuredClone([...mapOf(from, table).values()]),
  });
  return {
    read: (work) => inOrder(() => work(rowsOf(maps))),
    write: (work) =>
      inOrder(async () => {
        const copy = Object.fromEntries(
          TABLES.map((table) => [table, new Map(maps[table] as Map<never, never>)]),
        ) as unknown as Maps;
        const result = await work({
          ...rowsOf(copy),
          async put(table, row) {
            const key = (row as unknown as Record<string, unknown>)[KEYS[table]];
            mapOf(copy, table).set(key as never, structuredClone(row));
            if (table === "outbox") nextId = Math.max(nextId, Number(key) + 1);
          },
          async add(row) {
            const id = nextId++;
            copy.outbox.set(id, structuredClone({ ...row, id }));
            return id;
          },
          async remove(table, key) {
            mapOf(copy, table).delete(key);
          },
          async clear() {
            for (const table of TABLES) copy[table].clear();
          },
        });
        maps = copy;
        return result;
      }),
    close() {},
  };
}
