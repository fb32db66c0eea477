import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { account } from "../../store";

/** That a mail is on its way, whose link has to be opened before the address counts. */
export function PendingEmail() {
  const pending = account.value?.user?.pending_email;
  if (!pending) return null;
  return (
    <Notice live title={t("We sent you an e-mail: open the link in it.")}>
      <p>
        <bdi>{pending}</bdi>
      </p>
      <p>
        {t(
          "The address counts once you have opened the link, within a day. Until then everything stays as it is on this phone. No e-mail? Look for it among the spam, or send another one.",
        )}
      </p>
    </Notice>
  );
}
