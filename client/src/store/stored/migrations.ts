/** The versions of the local database, and the way from each to the next. */

import type { IDBPDatabase, IDBPTransaction } from "idb";

type Upgrade = IDBPTransaction<unknown, string[], "versionchange">;

/** Step by step: the first one makes the tables of version 1 in an empty database. */
const STEPS: readonly ((db: IDBPDatabase, transaction: Upgrade) => Promise<void> | void)[] = [
  (db) => {
    db.createObjectStore("facts", { keyPath: "name" });
    db.createObjectStore("games", { keyPath: "id" });
    db.createObjectStore("groups", { keyPath: "id" });
    db.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
    db.createObjectStore("typed", { keyPath: "game" });
    db.createObjectStore("forms", { keyPath: "name" });
  },
  (db) => {
    db.createObjectStore("live_tables", { keyPath: "game" });
  },
];

/** The version that this client writes. */
export const VERSION = STEPS.length;

/** Bring a database from an earlier version to this one. */
export async function migrate(db: IDBPDatabase, from: number, transaction: Upgrade): Promise<void> {
  for (const step of STEPS.slice(from)) await step(db, transaction);
}
