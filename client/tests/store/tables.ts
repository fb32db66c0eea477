/** Tables of tests: phones over a model of the server. */

import { newId } from "../../src/server/ids";
import type { Game, RoundEntry } from "../../src/store/actions/actions";
import type { Settlement } from "../../src/store/actions/troubles";
import type { Store } from "../../src/store/store";
import { type Database, memoryDatabase } from "../../src/store/stored/database";
import { foldModel } from "./model_game";
import { ModelServer } from "./model_server";
import { Phone } from "./phone";

export function phoneAt(server: ModelServer, name: string, database?: Database): Phone {
  return new Phone(name, database ?? memoryDatabase(), server, foldModel, () => server.now);
}

export interface Seated {
  server: ModelServer;
  phones: Phone[];
  game: string;
  group: string;
  /** The players of the game. */
  ids: string[];
}

/** Start a game of players who are new. */
export async function startNew(store: Store, ...names: string[]) {
  const newPlayers = names.map((name) => ({ id: newId(), name }));
  const ids = newPlayers.map(({ id }) => id);
  const players = ids.map((id) => ({ id }));
  const game = await store.startGame({ newPlayers, body: { edition: "classic", players } });
  return { game, ids };
}

/** Start a game of Flip of players whom a group has. */
export function startFlip({ store }: Phone, group: string, ids: readonly string[]) {
  const players = ids.map((id) => ({ id }));
  return store.startGame({ group, newPlayers: [], body: { edition: "flip", players } });
}

/** All begin, the first one starts a game of three, and the others read it once they have joined. */
export async function sitDown(
  phones: readonly Phone[],
  join: () => Promise<void> = async () => {},
): Promise<Omit<Seated, "server" | "phones">> {
  for (const phone of phones) {
    await phone.open();
    await phone.store.begin(phone.name);
    await phone.store.send();
  }
  const [first] = phones;
  if (!first) throw new Error("Nobody is there.");
  const { game, ids } = await startNew(first.store, "Ann", "Ben", "Cleo");
  await first.store.send();
  await join();
  for (const phone of phones) await phone.store.readGame(game);
  return { game, ids, group: first.store.groups.value[0]?.id ?? "" };
}

/** As many phones as names at one game of three, all online. */
export async function seated(...names: string[]): Promise<Seated> {
  const server = new ModelServer();
  const phones = names.map((name) => phoneAt(server, name));
  return { server, phones, ...(await sitDown(phones)) };
}

/** One phone at a game of three. */
export async function onePhone() {
  const table = await seated("Ann");
  const [ann] = table.phones as [Phone];
  return { ...table, ann, atServer: () => pointsIn(table.server.games.get(table.game)) };
}

/** Two phones at a game of three. */
export async function twoPhones() {
  const table = await seated("Ann", "Ben");
  const [ann, ben] = table.phones as [Phone, Phone];
  return { ...table, ann, ben, atServer: () => pointsIn(table.server.games.get(table.game)) };
}

/** Lines of a round that tell it from others: the second player has these points. */
export function scores(ids: readonly string[], points: number): RoundEntry[] {
  return ids.map((player, index) => ({ player, points: index === 1 ? points : 0 }));
}

/** What the second player has got in each round. */
export function pointsIn(game: Game | undefined): number[] {
  return (game?.rounds ?? []).map(({ lines }) => lines[1]?.points ?? -1);
}

export function shown(phone: Phone, game: string): number[] {
  return pointsIn(phone.store.gameOf(game).value?.game);
}

/** The only trouble of a phone. */
export function troubleOf(phone: Phone) {
  const [trouble, ...others] = phone.store.outbox.value.troubles;
  if (!trouble || others.length > 0) throw new Error("There is not one trouble.");
  return trouble;
}

/** Enter rounds without a network. */
export async function enterOffline(
  phone: Phone,
  { game, ids }: Seated,
  ...points: number[]
): Promise<void> {
  phone.online = false;
  for (const each of points) {
    const number = phone.store.gameOf(game).value?.game.next_round?.number ?? 0;
    const { problem } = await phone.store.recordRound(game, { number, results: scores(ids, each) });
    if (problem) throw new Error(problem.code);
  }
  await phone.store.send();
}

/** A person has decided, and that is sent. */
export async function settle(phone: Phone, decision: Settlement): Promise<void> {
  await phone.store.settle(troubleOf(phone), decision);
  await phone.store.send();
}

/** The network is back. */
export async function online(phone: Phone): Promise<void> {
  phone.online = true;
  await phone.store.send();
}
