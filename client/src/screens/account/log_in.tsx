import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { errorIn } from "../../components/field";
import { Form } from "../../components/form";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { go } from "../../router";
import { logIn } from "../../server/accounts";
import { account, deviceHint, loggedOut } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { EmailField, PasswordField } from "./password_field";
import { mayTakeOver, takeOver, WhoWasHere } from "./take_over";

/** Log in with an address and a password: folded away if somebody is logged in already. */
export function LogIn() {
  if (!account.value || loggedOut.value) {
    return (
      <section class="section">
        <h2>{t("Log in")}</h2>
        <LogInForm main />
      </section>
    );
  }
  return (
    <Disclosure title={t("Log in with another account")}>
      <LogInForm />
    </Disclosure>
  );
}

function LogInForm({ main }: { main?: boolean }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const asking = useAsking();

  const enter = () =>
    asking.ask(async () => {
      const login = await logIn(email.trim(), password, deviceHint());
      await takeOver(login);
      const text = t("This phone is logged in as {name}", { name: login.user.name });
      tell(text, {}, "/");
      go("/", { replace: true });
    });

  return (
    <Form class="credentials" onSubmit={enter}>
      <WhoWasHere />
      <EmailField value={email} onValue={setEmail} error={errorIn(asking.problem, "email")} />
      <PasswordField
        label={t("Password")}
        value={password}
        onValue={setPassword}
        error={errorIn(asking.problem, "password")}
      />
      <WhyNot asking={asking} except={["email", "password"]} />
      <Button
        kind={main ? "main" : "ghost"}
        type="submit"
        busy={asking.busy}
        disabled={!email.trim() || !password || !mayTakeOver()}
      >
        {t("Log in")}
      </Button>
      <ButtonLink href="/reset">{t("Forgot your password?")}</ButtonLink>
      <ButtonLink href="/pair">{t("Log in by the code of another device")}</ButtonLink>
    </Form>
  );
}
