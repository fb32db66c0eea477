/** What groups are called. */

import { t } from "../../i18n";
import type { Schemas } from "../../store";

/** A group of a kind with this many cards: "Set of 3". */
export function groupWords({ kind, size }: Schemas["GroupRequirement"]): string {
  const words: Readonly<Record<typeof kind, string>> = {
    set: t("Set of {size}", { size }),
    run: t("Run of {size}", { size }),
    color_run: t("Color run of {size}", { size }),
    color: t("{size} cards of one color", { size }),
    odd: t("{size} odd cards", { size }),
    even: t("{size} even cards", { size }),
    odd_run: t("Odd run of {size}", { size }),
    even_run: t("Even run of {size}", { size }),
    pair_run: t("Run of pairs, {size} cards", { size }),
  };
  return words[kind];
}
