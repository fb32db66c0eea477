import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { errorIn, Field, Switch } from "../../components/field";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { Select } from "../../components/select";
import { ShareText } from "../../components/share_text";
import { t, tn } from "../../i18n";
import { createAccessToken, type Scope } from "../../server/accounts";
import { account, groups, type Schemas } from "../../store";
import { LONGEST_NAME } from "../../store/typed/names";
import { useAsking, WhyNot } from "../asking";
import { scopeChoices } from "./scopes";

const LIFETIMES = ["30", "90", "365", ""] as const; // days; empty: until it is revoked
const DAY = 24 * 3600 * 1000;

/** The form of a new token; an address can fill it in: `?name=Announcer&scopes=read score`. */
export default function NewAccessToken() {
  const [given] = useState(() => new URLSearchParams(location.search));
  const [name, setName] = useState(given.get("name") ?? "");
  const [chosen, setChosen] = useState(() => (given.get("scopes") ?? "read").split(/[ ,]+/));
  const [group, setGroup] = useState(given.get("group") ?? "");
  const [days, setDays] = useState<(typeof LIFETIMES)[number]>("90");
  const [made, setMade] = useState<Schemas["NewAccessToken"] | null>(null);
  const asking = useAsking();

  const choices = scopeChoices();
  const scopes: Scope[] = choices.map(({ scope }) => scope).filter((one) => chosen.includes(one));
  const all = { value: "", label: t("All my groups") };
  const mine = groups.value.map(({ id, name: label }) => ({ value: id, label }));
  const known = mine.some(({ value }) => value === group) ? group : "";

  const create = () =>
    asking.ask(async () => {
      const expires_at = days ? new Date(Date.now() + Number(days) * DAY).toISOString() : null;
      setMade(await createAccessToken({ name, scopes, group: known || null, expires_at }));
    });
  const turn = (scope: Scope, on: boolean) =>
    setChosen(on ? [...chosen, scope] : chosen.filter((one) => one !== scope));

  const title = t("New access token");
  if (made) {
    return (
      <Screen
        title={title}
        up="/me/tokens"
        foot={
          <ButtonLink kind="main" href="/me/tokens">
            {t("Done")}
          </ButtonLink>
        }
      >
        <div class="section">
          <Notice live title={t("Copy it now: it is not shown again.")} />
          <ShareText label={made.name} link={made.token} text={made.name} />
        </div>
      </Screen>
    );
  }
  return (
    <Screen
      title={title}
      up="/me/tokens"
      foot={
        <Button
          kind="main"
          busy={asking.busy}
          disabled={!account.value?.token || !name.trim() || scopes.length === 0}
          onClick={() => void create()}
        >
          {t("Create")}
        </Button>
      }
    >
      <div class="section">
        <WhyNot asking={asking} except={["name"]} />
        <Field
          label={t("What it is for")}
          value={name}
          onValue={setName}
          maxLength={LONGEST_NAME}
          error={errorIn(asking.problem, "name")}
        />
        <fieldset>
          <legend>{t("What it may do")}</legend>
          {choices.map(({ scope, label, hint }) => (
            <Switch
              key={scope}
              label={label}
              hint={hint}
              on={scopes.includes(scope)}
              onChange={(on) => turn(scope, on)}
            />
          ))}
        </fieldset>
        <Select label={t("Where")} options={[all, ...mine]} value={known} onChange={setGroup} />
        <Select
          label={t("How long")}
          options={LIFETIMES.map((value) => ({ value, label: lifetimeWords(value) }))}
          value={days}
          onChange={setDays}
        />
      </div>
    </Screen>
  );
}

function lifetimeWords(days: string): string {
  if (!days) return t("Until it is revoked");
  return tn("{count} day", "{count} days", Number(days));
}
