/** What is stored on this phone: the rows of each table. */

import type { Game, Group, LiveTable, Schemas, UncheckedRound } from "../actions/actions";
import type { OutboxItem } from "../actions/outbox_item";
import type { TypedRound } from "../typed/round";

/** A game: what the server said last, and as it is shown, with what waits applied. */
export interface GameRow {
  id: string;
  /** Before the server knows the game, as the phone made it: its version is 0. */
  base: Game;
  shown: Game;
  unchecked: UncheckedRound[];
  /** Whether it was deleted, or cannot be seen any more. */
  gone: boolean;
}

/** A group as the server said last, or as the phone made it. */
export interface GroupRow {
  id: string;
  base: Group;
  gone: boolean;
}

/** The live table of a game as the server said last; only of games whose table was looked at. */
export interface LiveTableRow {
  game: string;
  table: LiveTable;
}

/** Who uses this phone. */
export interface AccountFact {
  name: string;
  /** null: a guest who is not yet created on the server. */
  token: string | null;
  user: Schemas["Account"] | null;
  /** The `Idempotency-Key` of the guest's creation. */
  key: string;
  /** With what else the guest is created: with its key, always the same, wherever the phone is by then. */
  guest?: { device: string; timeZone: string | null };
}

export interface Settings {
  language: Schemas["Language"] | null;
  theme: "auto" | "light" | "dark";
  textSize: 100 | 125 | 150 | 200;
  vibration: boolean;
  /** Whether a win is heard. */
  sound: boolean;
  dataSaver: boolean;
  /** Whether verdicts and standings are read by themselves. */
  readAloud: boolean;
}

/** Single values by their names. */
export interface Facts {
  account: AccountFact;
  settings: Settings;
  /** What the last login with a password was answered with: it stays when the phone is logged out. */
  device_hint: string;
  home: Schemas["Home"];
  /** Milliseconds by which the server's clock is ahead of the phone's. */
  clock: number;
  /** Which tab sends, where there are no Web Locks. */
  lease: { holder: string; until: number };
  /** Whether the browser was asked to keep what is stored. */
  persistent: boolean;
}

export type FactRow = { [Name in keyof Facts]: { name: Name; value: Facts[Name] } }[keyof Facts];

/** The tables, with the type of their keys and rows. */
export interface Tables {
  facts: { key: string; value: FactRow };
  games: { key: string; value: GameRow };
  groups: { key: string; value: GroupRow };
  outbox: { key: number; value: OutboxItem };
  live_tables: { key: string; value: LiveTableRow };
  typed: { key: string; value: { game: string; round: TypedRound } };
  forms: { key: string; value: { name: string; value: unknown } };
}

export type Table = keyof Tables;
export type Row<T extends Table> = Tables[T]["value"];
export type Key<T extends Table> = Tables[T]["key"];

/** The member of a row that is its key. */
export const KEYS = {
  facts: "name",
  games: "id",
  groups: "id",
  outbox: "id",
  live_tables: "game",
  typed: "game",
  forms: "name",
} as const satisfies Record<Table, string>;

export const TABLES = Object.keys(KEYS) as Table[];
