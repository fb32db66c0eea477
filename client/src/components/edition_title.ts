import type { Schemas } from "../server/problems";

/** What the editions are called, in all languages. */
export const EDITION_TITLES: Readonly<Record<Schemas["EditionName"], string>> = {
  classic: "Phase 10",
  express: "Phase 10 Express",
  flip: "Phase 10 Flip!",
};
