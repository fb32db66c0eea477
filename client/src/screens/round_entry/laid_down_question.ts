import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import type { EntryPlayer } from "./tally";

/** "Did Jonas lay down Phase 5?" */
export function laidDownQuestion({ name, phase }: EntryPlayer): string {
  return phase === null
    ? t("Did {name} lay down?", { name: isolated(name) })
    : t("Did {name} lay down Phase {phase}?", { name: isolated(name), phase });
}
