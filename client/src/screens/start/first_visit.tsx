import { useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Form } from "../../components/form";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { go } from "../../router";
import { begin, newId, startGame } from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { typedName } from "../../store/typed/own_name";
import { Fan, Intro } from "./intro";
import { OtherWays } from "./other_ways";

/** Only a name: everything else can wait. */
export function FirstVisit() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const start = async () => {
    const clean = cleanName(typedName.value);
    if (!clean) {
      setError(t("Type your name first: the others see it."));
      field.current?.focus();
      return;
    }
    setBusy(true);
    await begin(clean);
    typedName.value = "";
    go("/new");
  };
  /** A game of its own group, with names that anybody can change. */
  const tryIt = async () => {
    setBusy(true);
    await begin(t("Me"));
    const players = [t("Me"), "Anna", "Ben"].map((who, index) => ({
      id: newId(),
      name: who,
      me: index === 0,
    }));
    const body = { edition: "classic" as const, players: players.map(({ id }) => ({ id })) };
    go(`/g/${await startGame({ groupName: t("A game to try"), newPlayers: players, body })}`);
  };
  return (
    <Screen
      title="Tableside"
      intro={
        <>
          <Intro />
          <Fan />
        </>
      }
      right={
        <a class="start-me" href="/me">
          {t("Log in")}
        </a>
      }
      foot={
        <>
          <Button kind="main" busy={busy} onClick={start}>
            {t("New game")}
          </Button>
          <OtherWays />
          <p class="foot-words faint small">
            {isSecureContext
              ? t("No sign-up. Works without a network.")
              : t("No sign-up. Goes on without a network while this page is open.")}
          </p>
        </>
      }
    >
      <Form class="section start-name" onSubmit={start}>
        <Field
          label={t("Your name")}
          value={typedName.value}
          maxLength={LONGEST_NAME}
          autocomplete="given-name"
          autocapitalize="words"
          enterKeyHint="go"
          inputRef={field}
          error={error}
          onValue={(typed) => {
            setError(undefined);
            typedName.value = typed;
          }}
        />
        <Button kind="plain" disabled={busy} onClick={tryIt}>
          {t("Try a game first")}
        </Button>
      </Form>
    </Screen>
  );
}
