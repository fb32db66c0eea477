/** How a game ends, in words. */

import { t } from "../i18n";
import type { Game } from "../store";

type Variant = Game["variant"];

export const VARIANTS: Record<Variant, { title: () => string; hint: () => string }> = {
  standard: {
    title: () => t("When somebody completes the last Phase"),
    hint: () => t("Whoever has not laid down stays on their Phase."),
  },
  fixed_rounds: {
    title: () => t("After one round for each Phase"),
    hint: () => t("Everybody moves on after each round. The fewest points win."),
  },
};

/** Both, to choose from. */
export function variantOptions() {
  return Object.entries(VARIANTS).map(([value, words]) => ({
    value: value as Variant,
    label: words.title(),
    hint: words.hint(),
  }));
}
