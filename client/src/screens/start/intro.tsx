import { Card } from "../../components/card";
import { t } from "../../i18n";

/** What this is, in one line. */
export function Intro() {
  return (
    <p class="faint small start-intro">
      {t("Scores, rulings and bragging rights for Phase 10 with real cards.")}
    </p>
  );
}

/** Three cards in a hand. */
export function Fan() {
  return (
    <div class="start-fan" aria-hidden="true">
      <Card card="R7" silent />
      <Card card="W" silent />
      <Card card="B9" silent />
    </div>
  );
}
