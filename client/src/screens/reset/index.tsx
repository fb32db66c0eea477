import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { errorIn } from "../../components/field";
import { Form } from "../../components/form";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { go } from "../../router";
import { choosePassword, forgotPassword } from "../../server/accounts";
import { EmailField, PasswordField } from "../account/password_field";
import { mayTakeOver, takeOver, WhoWasHere } from "../account/take_over";
import { useAsking, WhyNot } from "../asking";
import { useSecretInAddress } from "../secret_in_address";

/** A new password: by the mailed link, or first the mail with the link. */
export default function Reset() {
  const key = useSecretInAddress();
  const [useless, setUseless] = useState("");
  if (!key || key === useless) return <AskForMail />;
  return <NewPassword key={key} linkKey={key} onUseless={() => setUseless(key)} />;
}

function NewPassword({ linkKey, onUseless }: { linkKey: string; onUseless: () => void }) {
  const [password, setPassword] = useState("");
  const asking = useAsking();
  const isOld = asking.problem?.code === "unknown_link";

  const choose = () =>
    asking.ask(async () => {
      const login = await choosePassword(linkKey, password);
      await takeOver(login);
      tell(t("You have a new password, and are logged in."), {}, "/");
      go("/", { replace: true });
    });

  return (
    <Screen
      title={t("New password")}
      up="/"
      foot={
        <Button
          kind="main"
          type="submit"
          form="password"
          busy={asking.busy}
          disabled={!password || !mayTakeOver()}
        >
          {t("Set the password and log in")}
        </Button>
      }
    >
      <Form id="password" class="section" onSubmit={choose}>
        <PasswordField
          label={t("New password")}
          value={password}
          onValue={setPassword}
          fresh
          hint={t("Four words that do not belong together are easy to remember.")}
          error={errorIn(asking.problem, "password")}
        />
        <WhoWasHere />
        <WhyNot
          asking={asking}
          except={["password"]}
          actions={isOld && <Button onClick={onUseless}>{t("Ask for a new link")}</Button>}
        />
      </Form>
    </Screen>
  );
}

function AskForMail() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const asking = useAsking();
  const ask = () => asking.ask(async () => setSent((await forgotPassword(email.trim())).message));
  return (
    <Screen
      title={t("Forgot your password?")}
      up="/me/account"
      foot={
        !sent && (
          <Button kind="main" type="submit" form="mail" busy={asking.busy} disabled={!email.trim()}>
            {t("Send me a link")}
          </Button>
        )
      }
    >
      <Form id="mail" class="section" onSubmit={ask}>
        {sent ? (
          <Notice live title={sent} />
        ) : (
          <>
            <p>{t("You get an e-mail with a link, with which you can set a new password.")}</p>
            <EmailField value={email} onValue={setEmail} error={errorIn(asking.problem, "email")} />
            <WhyNot asking={asking} except={["email"]} />
          </>
        )}
      </Form>
    </Screen>
  );
}
