import { ButtonLink } from "../../components/button";
import { t } from "../../i18n";

/** What can be done besides a new game. */
export function OtherWays() {
  return (
    <div class="wrapping start-ways">
      <ButtonLink kind="quiet" href="/referee">
        {t("Ask the referee")}
      </ButtonLink>
      <ButtonLink href="/join">{t("Join with a code")}</ButtonLink>
    </div>
  );
}
