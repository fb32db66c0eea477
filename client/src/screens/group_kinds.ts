/** What kinds of groups are called. */

import { t } from "../i18n";
import type { Schemas } from "../store";

export const GROUP_KINDS: Readonly<Record<Schemas["GroupKind"], () => string>> = {
  set: () => t("Set"),
  run: () => t("Run"),
  color_run: () => t("Color run"),
  color: () => t("Cards of one color"),
  odd: () => t("Odd cards"),
  even: () => t("Even cards"),
  odd_run: () => t("Odd run"),
  even_run: () => t("Even run"),
  pair_run: () => t("Run of pairs"),
};
