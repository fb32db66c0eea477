/** What the editions are called, for screens that name them. */

import { t } from "../i18n";
import type { Schemas } from "../store/actions";

export const EDITIONS: Record<Schemas["EditionName"], () => string> = {
  classic: () => t("Classic"),
  express: () => t("Express"),
  flip: () => t("Flip!"),
};
