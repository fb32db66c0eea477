import { t, tn } from "../i18n";
import type { Schemas } from "../server/problems";

export type Handicap = Schemas["HandicapDetail"];

/** What somebody begins with: "Phase 4, 20 points". */
export function handicapWords({ phase, total }: Handicap): string {
  const words = [];
  if (phase > 1) words.push(t("Phase {number}", { number: phase }));
  if (total > 0) words.push(tn("{count} point", "{count} points", total));
  return words.join(", ");
}
