/** What a store needs around it, where a test is about something else. */

import { newId } from "../../src/server/ids";
import type { createStore } from "../../src/store/store";

type Around = Parameters<typeof createStore>[0];

export const NOWHERE: Omit<Around, "database" | "server"> = {
  fold: async (base) => ({ game: base, unchecked: [], refused: [] }),
  phasesOf: async () => [],
  newId,
  now: Date.now,
  later: () => () => {},
  mayBeOffline: () => false,
  inTurn: (work) => work(),
  tell: () => {},
  device: () => "",
  timeZone: () => null,
  persist: async () => {},
};
