import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { errorIn } from "../../components/field";
import { Form } from "../../components/form";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { changeCredentials } from "../../server/accounts";
import { account, keepLogin } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { EmailField, PasswordField } from "./password_field";
import { PendingEmail } from "./pending_email";

/** Another address or password for an account that is kept. */
export function Credentials({ email }: { email: string }) {
  return (
    <section>
      <div class="section">
        <h2>{t("E-mail and password")}</h2>
        <p>
          <bdi>{email}</bdi>
        </p>
      </div>
      <PendingEmail />
      <Disclosure title={t("Change the e-mail address")}>
        <ChangeForm field="email" />
      </Disclosure>
      <Disclosure title={t("Change the password")}>
        <ChangeForm field="password" />
      </Disclosure>
    </section>
  );
}

function ChangeForm({ field }: { field: "email" | "password" }) {
  const [next, setNext] = useState("");
  const [current, setCurrent] = useState("");
  const asking = useAsking();
  const wrong = asking.problem?.code === "wrong_credentials";
  const error = errorIn(asking.problem, field);

  const change = () =>
    asking.ask(async () => {
      const user = await changeCredentials({ [field]: next, current_password: current });
      const token = account.peek()?.token;
      if (token) await keepLogin({ token, user });
      setNext("");
      setCurrent("");
      if (field === "email" && user.pending_email) return; // a notice says so
      const text =
        field === "email" ? t("The e-mail address is changed") : t("The password is changed");
      tell(text);
    });

  return (
    <Form class="credentials" onSubmit={change}>
      {field === "email" ? (
        <EmailField label={t("New e-mail address")} value={next} onValue={setNext} error={error} />
      ) : (
        <PasswordField
          label={t("New password")}
          value={next}
          onValue={setNext}
          fresh
          error={error}
        />
      )}
      <PasswordField
        label={t("Current password")}
        value={current}
        onValue={setCurrent}
        error={
          errorIn(asking.problem, "current_password") ??
          (wrong ? t("This is not your password.") : undefined)
        }
      />
      {!wrong && <WhyNot asking={asking} except={[field, "current_password"]} />}
      <Button type="submit" busy={asking.busy} disabled={!next || !current}>
        {t("Change")}
      </Button>
    </Form>
  );
}
