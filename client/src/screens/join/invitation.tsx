import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { errorIn, Field } from "../../components/field";
import { Form } from "../../components/form";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t, tn } from "../../i18n";
import { DOT } from "../../i18n/formats";
import { back } from "../../router";
import { createGuest } from "../../server/accounts";
import { gameInPlay, joinGroup, previewInvite } from "../../server/groups";
import { Refused, type Schemas, Unreachable } from "../../server/problems";
import { account, keepLogin, network, storeGroup } from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { typedName } from "../../store/typed/own_name";
import { useAsking, WhyNot } from "../asking";
import { usePatience } from "../use_patience";
import { codeWords } from "./code";
import { WhoAreYou } from "./who_are_you";
import { withToken } from "./with_token";

type Preview = Schemas["InvitePreview"];

/** What a code leads to, and the way in. */
export function Invitation({ code }: { code: string }) {
  const preview = usePreview(code);
  const [joined, setJoined] = useState<ComponentProps<typeof WhoAreYou> | null>(null);
  const name = typedName.value;
  const asking = useAsking();
  const isNew = account.value === null;
  const goesOn = usePatience(preview !== null);

  const join = () =>
    asking.ask(async () => {
      if (isNew) {
        await keepLogin(await createGuest(cleanName(name)));
        typedName.value = "";
      } else await withToken();
      const group = await joinGroup(code);
      const [game] = await Promise.all([gameInPlay(group.id).catch(() => null), storeGroup(group)]);
      setJoined({ group, game });
    });

  if (joined) return <WhoAreYou {...joined} />;
  if (preview === "unknown") return <UnknownCode code={code} />;
  if (preview === "unreachable") return <NoNetwork />;
  const ready = preview !== null && (!isNew || cleanName(name) !== "");
  return (
    <Screen
      title={t("Join a group")}
      up="/"
      foot={
        <Button kind="main" type="submit" form="join" busy={asking.busy} disabled={!ready}>
          {t("Join")}
        </Button>
      }
    >
      <Form id="join" class="section" onSubmit={() => ready && join()}>
        {preview ? (
          <About preview={preview} />
        ) : (
          <p role="status">{t("Looking for this group …")}</p>
        )}
        {goesOn && isNew && (
          <Field
            label={t("Your name")}
            value={name}
            onValue={(typed) => {
              typedName.value = typed;
            }}
            error={errorIn(asking.problem, "name")}
            hint={t("The others see it. You need no account.")}
            maxLength={LONGEST_NAME}
            autocapitalize="words"
            autocomplete="nickname"
            enterKeyHint="go"
          />
        )}
        {goesOn && !isNew && <p>{t("You join as {name}.", { name: account.value?.name ?? "" })}</p>}
        <WhyNot asking={asking} except={isNew ? ["name"] : []} />
      </Form>
    </Screen>
  );
}

/** The group behind the code. */
function About({ preview }: { preview: Preview }) {
  const { group_name, role, member_count, player_count } = preview;
  const words: Readonly<Record<Preview["role"], string>> = {
    owner: t("You may change everything in this group."),
    scorer: t("You may start games and enter rounds."),
    viewer: t("You may see all games, and enter your own points."),
  };
  return (
    <>
      <div>
        <h2 dir="auto">{group_name}</h2>
        <p class="faint">
          {tn("{count} player", "{count} players", player_count)}
          {DOT}
          {tn("{count} member", "{count} members", member_count)}
        </p>
      </div>
      <p>{words[role]}</p>
    </>
  );
}

function UnknownCode({ code }: { code: string }) {
  return (
    <NoWayIn
      title={t("There is no such code.")}
      way={
        <ButtonLink kind="main" href="/join">
          {t("Type another code")}
        </ButtonLink>
      }
    >
      {t("{code} is misspelt, was used up, or has expired. Ask for a new one.", {
        code: codeWords(code),
      })}
    </NoWayIn>
  );
}

function NoNetwork() {
  return (
    <NoWayIn
      title={t("This needs the network.")}
      way={
        <Button kind="main" onClick={() => back("/")}>
          {t("Back")}
        </Button>
      }
    >
      {t("Joining goes on by itself once the server can be reached.")}
    </NoWayIn>
  );
}

function NoWayIn(props: { title: string; way: ComponentChildren; children: string }) {
  return (
    <Screen title={t("Join a group")} up="/" foot={props.way}>
      <div class="section">
        <Notice tone="no" live title={props.title}>
          {props.children}
        </Notice>
      </div>
    </Screen>
  );
}

const TRY_AGAIN_AFTER = 4000; // milliseconds

/** What the code leads to; tried again until the server can be reached. */
function usePreview(code: string): Preview | "unknown" | "unreachable" | null {
  const [preview, setPreview] = useState<Preview | "unknown" | "unreachable" | null>(null);
  const [attempt, setAttempt] = useState(0);
  const online = network.value;
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Preview | "unknown" | "unreachable") => {
      if (wanted) setPreview(next);
    };
    previewInvite(code)
      .then(show)
      .catch((error: unknown) => {
        if (error instanceof Refused && error.problem.status < 429) return show("unknown");
        if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
        show("unreachable");
        const wait = (error.retryAfter ?? 0) * 1000 || TRY_AGAIN_AFTER;
        if (wanted) timer = setTimeout(() => setAttempt((last) => last + 1), wait);
      });
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [code, online, attempt]);
  return preview;
}
