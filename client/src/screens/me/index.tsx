import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { errorIn, Field } from "../../components/field";
import { Form } from "../../components/form";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { account, changeMe, type Problem } from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { About } from "./about";
import { Appearance } from "./appearance";

/** Who uses this phone, and how it looks. */
export default function Me() {
  const me = account.value;
  return (
    <Screen title={t("You and this phone")} up="/">
      {me ? (
        <>
          <Name key={me.name} name={me.name} />
          <ListSection title={t("Your account")}>
            <List>
              <ListRow
                title={
                  me.user?.is_guest === false ? t("E-mail and password") : t("Keep your account")
                }
                detail={<AccountWords />}
                href="/me/account"
              />
              <ListRow
                title={t("Devices")}
                detail={t("Log in another phone or tablet, without a password")}
                href="/me/devices"
              />
              <ListRow
                title={t("Access tokens")}
                detail={t("For programs that read or keep score for you")}
                href="/me/tokens"
              />
            </List>
          </ListSection>
        </>
      ) : (
        <section class="section">
          <h2>{t("Nobody uses this phone yet.")}</h2>
          <p>
            {t(
              "You need no account to play: begin with a name. Or be the same person as on another device.",
            )}
          </p>
          <ButtonLink kind="main" href="/">
            {t("Begin with a name")}
          </ButtonLink>
          <ButtonLink href="/pair">{t("Log in by the code of another device")}</ButtonLink>
          <ButtonLink href="/me/account">{t("Log in with a password")}</ButtonLink>
        </section>
      )}
      <Appearance />
      <About />
    </Screen>
  );
}

function AccountWords() {
  const user = account.value?.user;
  if (user?.is_guest === false) return <bdi>{user.email}</bdi>;
  return <>{t("Only your devices know who you are. With an e-mail address you can come back.")}</>;
}

/** The name that others see; changing it works without a network, too. */
function Name({ name: known }: { name: string }) {
  const [name, setName] = useState(known);
  const [problem, setProblem] = useState<Problem | null>(null);
  const next = cleanName(name);
  const changed = next !== "" && next !== known;
  async function change() {
    const stored = await changeMe({ name: next });
    setProblem(stored.problem ?? null);
    if (stored.problem) return;
    const text = t("You are called {name} now", { name: next });
    tell(text, stored);
  }
  return (
    <Form class="section" onSubmit={() => changed && change()}>
      <Field
        label={t("Your name")}
        value={name}
        onValue={setName}
        maxLength={LONGEST_NAME}
        autocapitalize="words"
        autocomplete="nickname"
        enterKeyHint="done"
        error={errorIn(problem, "name")}
        after={
          changed && (
            <Button small type="submit">
              {t("Save")}
            </Button>
          )
        }
      />
      {problem && <ProblemNotice problem={problem} except={["name"]} />}
    </Form>
  );
}
