import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { errorIn } from "../../components/field";
import { Form } from "../../components/form";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { keepAccount } from "../../server/accounts";
import { account, keepLogin } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { EmailField, PasswordField } from "./password_field";
import { PendingEmail } from "./pending_email";

/** A guest gets an e-mail address and a password, to come back on any device. */
export function KeepAccount() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const asking = useAsking();
  const known = account.value?.token != null;

  const keep = () =>
    asking.ask(async () => {
      const login = await keepAccount(email.trim(), password);
      await keepLogin(login);
      if (login.user.is_guest) setPassword("");
      else tell(t("Your account is kept"));
    });

  return (
    <Form class="section" onSubmit={keep}>
      <h2>{t("Keep your account")}</h2>
      <p>
        {t(
          "With an e-mail address and a password you can come back to your games, even if this phone is lost. Your other devices have to log in again.",
        )}
      </p>
      {!known && <p>{t("This needs the network: the server does not know you yet.")}</p>}
      <PendingEmail />
      <EmailField value={email} onValue={setEmail} error={errorIn(asking.problem, "email")} />
      <PasswordField
        label={t("Password")}
        value={password}
        onValue={setPassword}
        fresh
        hint={t("Four words that do not belong together are easy to remember.")}
        error={errorIn(asking.problem, "password")}
      />
      <WhyNot asking={asking} except={["email", "password"]} />
      <Button
        kind="main"
        type="submit"
        busy={asking.busy}
        disabled={!known || !email.trim() || !password}
      >
        {t("Keep the account")}
      </Button>
    </Form>
  );
}
