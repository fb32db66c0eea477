import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { confirmEmail } from "../../server/accounts";
import { account } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { useSecretInAddress } from "../secret_in_address";

/** The mailed link that confirms an address. It takes a tap: programs open links in mails, too. */
export default function Confirm() {
  const key = useSecretInAddress();
  const [email, setEmail] = useState<string | null>(null);
  const asking = useAsking();
  const confirm = () => asking.ask(async () => setEmail((await confirmEmail(key)).email));
  const known = account.value !== null;

  return (
    <Screen
      title={t("Your e-mail address")}
      up={known ? "/me/account" : "/"}
      foot={
        !email &&
        key && (
          <Button kind="main" busy={asking.busy} onClick={() => void confirm()}>
            {t("Confirm the address")}
          </Button>
        )
      }
    >
      <div class="section">
        {email ? (
          <Notice live title={t("Your address is confirmed.")}>
            <p>
              <bdi>{email}</bdi>
            </p>
            <p>
              {t("With it and your password you can log in on any device.")}{" "}
              <a href="/me/account">{t("Your account")}</a>
            </p>
          </Notice>
        ) : key ? (
          <p>
            {t(
              "You have opened the link of an e-mail. Confirm that the account is yours: from then on you can log in with your address.",
            )}
          </p>
        ) : (
          <p>
            {t("Open the link in the e-mail that we sent you.")}{" "}
            <a href="/me/account">{t("Your account")}</a>
          </p>
        )}
        <WhyNot asking={asking} />
      </div>
    </Screen>
  );
}
