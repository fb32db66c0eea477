import { t } from "../../i18n";

/** What this is, in one line. */
export function Intro() {
  return (
    <p class="faint small start-intro">
      {t("Scores, rulings and bragging rights for Phase 10 with real cards.")}
    </p>
  );
}
