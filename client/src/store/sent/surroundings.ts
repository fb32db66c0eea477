import type { Fold, Schemas } from "../actions/actions";
import type { Database } from "../stored/database";
import type { LocalRows, Touched } from "../stored/local_rows";
import type { Server } from "./server";
import type { InTurn } from "./turns";

/** All that the store needs of the world. */
export interface Surroundings {
  database: Database;
  server: Server;
  fold: Fold;
  /** The Phases of a game to be started, in words; empty if nobody can tell. */
  phasesOf: (body: Schemas["StartGameRequest"]) => Promise<Schemas["NumberedPhase"][]>;
  newId: () => string;
  now: () => number;
  /** Call later; returns how to call it off. */
  later: (milliseconds: number, work: () => void) => () => void;
  /** Whether it is likely that there is no network. */
  mayBeOffline: () => boolean;
  /** Do this while no other tab does. */
  inTurn: InTurn;
  /** Tell other tabs what was written. */
  tell: (touched: readonly Touched[]) => void;
  /** What this device is called, and where it is. */
  device: () => string;
  timeZone: () => string | null;
  /** Ask the browser not to throw away what is stored. */
  persist: () => Promise<void>;
}

/** What the parts of the store share. */
export interface Shared extends Surroundings {
  local: LocalRows;
  /** Something waits to be sent. */
  wake: () => void;
}
