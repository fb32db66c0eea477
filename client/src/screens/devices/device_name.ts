import { t } from "../../i18n";
import type { Schemas } from "../../store";

/** What a device calls itself, or that it has no name. */
export function deviceName({ device }: Schemas["Device"]): string {
  return device || t("A device without a name");
}
