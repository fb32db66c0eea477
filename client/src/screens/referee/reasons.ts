/** Why the referee says yes: what a group is, and the rule that makes it one. */

import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { groupWords } from "./group_words";

type Standing = Pick<Schemas["StandingDetail"], "kind" | "size" | "number" | "low" | "high">;

interface Reason {
  message: string;
  rule_entry: Schemas["RuleEntryId"];
}

const WHAT_IT_IS: Readonly<Record<Standing["kind"], Schemas["RuleEntryId"]>> = {
  set: "set",
  run: "run",
  color_run: "one-color",
  color: "one-color",
  odd: "odd-and-even",
  even: "odd-and-even",
  odd_run: "odd-and-even",
  even_run: "odd-and-even",
  pair_run: "pair-run",
};

/** Why a group can be laid down. */
export function layDownReason(standing: Standing): Reason {
  return {
    message: `${groupWords(standing)}${reach(standing)}`,
    rule_entry: WHAT_IT_IS[standing.kind],
  };
}

/** Why a group takes what is added to it, as it lies afterwards. */
export function hitReason(standing: Standing): Reason {
  const { kind } = standing;
  const rule_entry =
    kind === "pair_run" ? "hit-pair-run" : kind.endsWith("run") ? "ends-of-a-run" : "what-fits";
  const group = `${groupWords(standing)}${reach(standing)}`;
  return { message: t("Then it is: {group}", { group }), rule_entry };
}

/** " · 5–8" of a run, " · 7" of a set; nothing where that is open. */
function reach({ number, low, high }: Standing): string {
  if (low !== null && high !== null) return ` · ${low}–${high}`;
  return number === null ? "" : ` · ${number}`;
}
