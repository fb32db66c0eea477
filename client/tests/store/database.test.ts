/** What is stored: by this version and by earlier ones, whatever the disk and the browser do. */

import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test, vi } from "vitest";
import first from "../../../tests/client/stored/version-1.json";
import { newId } from "../../src/server/ids";
import {
  type Database,
  memoryDatabase,
  NewerVersion,
  openDatabase,
} from "../../src/store/stored/database";
import { durable, type Everything } from "../../src/store/stored/durable";
import { localRows } from "../../src/store/stored/local_rows";
import { VERSION } from "../../src/store/stored/migrations";
import { type GameRow, TABLES } from "../../src/store/stored/rows";
import { ModelServer } from "./model_server";
import { onePhone, online, phoneAt, scores, seated } from "./tables";

const KINDS = { IndexedDB: () => openDatabase(newId()), memory: async () => memoryDatabase() };

for (const [kind, open] of Object.entries(KINDS)) {
  test(`${kind}: all of a change is stored, or nothing`, async () => {
    const database = await open();
    const form = (name: string) => ({ name, value: name });
    await database.write((rows) => rows.put("forms", form("kept")));
    const broken = database.write(async (rows) => {
      await rows.put("forms", form("lost"));
      await rows.remove("forms", "kept");
      throw new Error("in the middle");
    });
    await expect(broken).rejects.toThrow("in the middle");
    expect(await database.read((rows) => rows.all("forms"))).toEqual([form("kept")]);
  });

  test(`${kind}: the ids of the outbox are its order, even after it was emptied`, async () => {
    const database = await open();
    const item = {
      key: "",
      action: { kind: "changeMe" as const, change: {} },
      at: "",
      about: null,
    };
    const add = () => database.write((rows) => rows.add({ ...item, call: null, trouble: null }));
    const one = await add();
    const two = await add();
    await database.write((rows) => rows.clear());
    const three = await add();
    expect([one < two, two < three]).toEqual([true, true]);
  });
}

test("everything is written so that a flat battery cannot take it", async () => {
  const asked = vi.spyOn(IDBDatabase.prototype, "transaction");
  const database = await openDatabase(newId());
  await database.write((rows) => rows.put("forms", { name: "form", value: 1 }));
  expect(asked).toHaveBeenCalledWith(expect.anything(), "readwrite", { durability: "strict" });
  asked.mockRestore();
});

const STORED = first.indexedDB.flatMap(({ stores }) => stores);
const ROWS = new Map(STORED.map(({ name, records }) => [name, records.map(({ value }) => value)]));
const [GAME] = ROWS.get("games") as unknown as [GameRow];
const SETTINGS = { name: "settings", value: { theme: "dark", textSize: 125 } };

/** A database as version 1 of this client has left it. */
async function stored(name: string): Promise<void> {
  const db = await openDB(name, 1, {
    upgrade(opened) {
      for (const { name, keyPath, autoIncrement } of STORED) {
        opened.createObjectStore(name, { keyPath, autoIncrement });
      }
    },
  });
  for (const [table, rows] of ROWS) {
    for (const row of rows) await db.put(table, row);
  }
  await db.put("facts", SETTINGS);
  await db.put("forms", { name: "new game", value: { names: ["Anna"] } });
  db.close();
}

test("what version 1 has stored is shown, and sent", async () => {
  const name = newId();
  await stored(name);
  const { server } = await seated("Ann");
  const phone = phoneAt(server, "Anna", await openDatabase(name));
  await phone.open();
  const { store } = phone;
  const { id } = GAME;
  expect(store.account.value?.name).toBe("Anna");
  expect(store.settings.value).toMatchObject({ ...SETTINGS.value, sound: false, vibration: false });
  expect(store.gameOf(id).value?.unchecked.map(({ number }) => number)).toEqual([1]);
  expect(store.outbox.value.waiting).toBe(2);
  expect(store.typedRound(id).value?.round).toBe(2);
  expect(await store.savedForm("new game")).toEqual({ names: ["Anna"] });
  await online(phone);
  expect(store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(server.games.get(id)?.rounds).toHaveLength(1);
});

test("a new database has all tables", async () => {
  const name = newId();
  (await openDatabase(name)).close();
  const opened = await openDB(name);
  expect([...opened.objectStoreNames].sort()).toEqual([...TABLES].sort());
  expect(opened.version).toBe(VERSION);
  opened.close();
});

test("a database of a newer client is left alone", async () => {
  const name = newId();
  (await openDB(name, VERSION + 1)).close();
  await expect(openDatabase(name)).rejects.toThrow(NewerVersion);
  const database = durable(() => openDatabase(name), nothing);
  await database.open();
  expect(database.state.value).toBe("newer_version");
  await database.write((rows) => rows.put("forms", { name: "form", value: 1 }));
  expect(await database.read((rows) => rows.get("forms", "form"))).toEqual({
    name: "form",
    value: 1,
  });
});

const nothing = () =>
  Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Everything;

test("without any database, everything works as long as the page is open", async () => {
  const server = new ModelServer();
  const database = durable(() => Promise.reject(new DOMException("", "SecurityError")), nothing);
  await database.open();
  expect(database.state.value).toBe("memory_only");
  const phone = phoneAt(server, "Ann", database);
  await phone.open();
  await phone.store.begin("Ann");
  await phone.store.send();
  expect(phone.store.account.value?.token).toBeTruthy();
});

/** A disk that can be filled, and a page that uses it. */
async function aDisk() {
  const inner = await openDatabase(newId());
  const disk = { hasRoom: () => true };
  const check = () => {
    if (!disk.hasRoom()) throw new DOMException("", "QuotaExceededError");
  };
  const limited: Database = {
    ...inner,
    write: (work) =>
      inner.write((rows) =>
        work({
          ...rows,
          async put(table, row) {
            check();
            await rows.put(table, row);
          },
          async add(row) {
            check();
            return rows.add(row);
          },
        }),
      ),
  };
  const database = durable(
    async () => limited,
    () => local.everything(),
  );
  await database.open();
  const local = localRows(database);
  return { inner, database, local, disk };
}

test("if the disk is full, nothing is lost while the page is open, and it is stored later", async () => {
  const { inner, database, local, disk } = await aDisk();
  await local.write((rows) => rows.put("forms", { name: "before", value: 1 }));
  disk.hasRoom = () => false;
  await local.write((rows) => rows.put("forms", { name: "during", value: 2 }));
  expect(database.state.value).toBe("full");
  await local.write((rows) => rows.put("forms", { name: "during", value: 3 }));
  expect(local.rows("forms").value.get("during")).toMatchObject({ value: 3 });
  expect(await inner.read((rows) => rows.get("forms", "during"))).toBeUndefined();
  disk.hasRoom = () => true;
  await local.write((rows) => rows.put("forms", { name: "after", value: 4 }));
  expect(database.state.value).toBe("ok");
  const all = await inner.read((rows) => rows.all("forms"));
  expect(Object.fromEntries(all.map(({ name, value }) => [name, value]))).toEqual({
    before: 1,
    during: 3,
    after: 4,
  });
});

test("games that can be read again make room for what was typed", async () => {
  const { inner, database, local, disk } = await aDisk();
  const game = (id: string, changed_at: string) => {
    const base = { ...GAME.base, id, changed_at, version: 3 };
    return { ...GAME, id, base, shown: base };
  };
  await local.write(async (rows) => {
    await rows.put("games", game("old", "2026-01-01"));
    await rows.put("games", game("new", "2026-02-01"));
  });
  let attempts = 0;
  disk.hasRoom = () => attempts++ > 0; // the first one does not fit
  await local.write((rows) => rows.put("forms", { name: "typed", value: 1 }));
  expect(database.state.value).toBe("ok");
  const games = await inner.read((rows) => rows.all("games"));
  expect(games.map(({ id }) => id)).toEqual(["new"]);
});

/** A page that is open, with its database on the disk. */
async function openPage() {
  const name = newId();
  const database = durable(
    () => openDatabase(name),
    () => local.everything(),
  );
  await database.open();
  const local = localRows(database);
  return { name, database, local };
}

test("a database that is cleared under an open page is filled again", async () => {
  const { name, database, local } = await openPage();
  await local.write(async (rows) => {
    await rows.put("facts", { name: "clock", value: 5 });
    await rows.put("forms", { name: "typed", value: 1 });
  });
  database.close(); // as the browser does when site data is cleared
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  await local.write((rows) => rows.put("forms", { name: "more", value: 2 }));
  const again = await openDatabase(name);
  const forms = await again.read((rows) => rows.all("forms"));
  expect(forms.map(({ name }) => name).sort()).toEqual(["more", "typed"]);
});

test("a database that the browser has closed is opened again to be read", async () => {
  const { database, local } = await openPage();
  await local.write((rows) => rows.put("forms", { name: "typed", value: 1 }));
  database.close(); // as some phones do while the page is in the background
  await local.reload();
  expect(local.rows("forms").value.get("typed")).toMatchObject({ value: 1 });
});

test("what is lost is said only of a database that works, until somebody starts over", async () => {
  const database = durable(async () => memoryDatabase(), nothing);
  await database.open();
  database.setLost(false);
  expect(database.state.value).toBe("ok");
  database.setLost(true);
  expect(database.state.value).toBe("lost");
  database.setLost(false);
  expect(database.state.value).toBe("ok");
  const without = durable(() => Promise.reject(new Error("forbidden")), nothing);
  await without.open();
  without.setLost(true);
  expect(without.state.value).toBe("memory_only");
  without.close();
});

test("settings and forms stay, and logging out forgets all but settings and hint", async () => {
  const { ann, game, ids } = await onePhone();
  await ann.store.changeSettings({ theme: "dark" });
  await ann.store.saveForm("new game", { names: ["Dan"] });
  await ann.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  await ann.store.send();
  const { user, token } = ann.store.account.value ?? {};
  if (!user || !token) throw new Error("Nobody was logged in.");
  await ann.store.keepLogin({ token, user, device_hint: "hint" });
  await ann.store.keepLogin({ token, user, device_hint: null }); // by the code of another device
  await ann.store.logOut();
  expect(ann.store.account.value).toBeNull();
  expect(ann.store.deviceHint()).toBe("hint");
  expect(ann.store.games.value).toEqual([]);
  expect(await ann.store.savedForm("new game")).toBeUndefined();
  expect(ann.store.settings.value.theme).toBe("dark");
});
