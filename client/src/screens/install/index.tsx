import { useEffect, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { readHttps, trusted } from "../../server/https";
import { loggedOut } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { DEVICES, deviceKind } from "./device";
import { addressThere } from "./go_there";
import { deviceWords, Steps } from "./steps";
import "./install.css";

const LOOK_EVERY = 3_000; // milliseconds

/**
 * To the server's HTTPS address, where the client can be installed. It goes there if this device trusts
 * the server; if not, it shows how to, and goes there once it does.
 */
export default function Install() {
  if (isSecureContext) return <Installed />;
  return <Installing />;
}

function Installed() {
  return (
    <Screen
      title={t("Install Tableside")}
      up="/"
      foot={
        <ButtonLink kind="main" href="/">
          {t("Go on")}
        </ButtonLink>
      }
    >
      <section class="section">
        <p>
          {t(
            "All is well: from here, Tableside opens without a network. To have it among your apps, choose “Install app” or “Add to home screen” in the menu of the browser.",
          )}
        </p>
      </section>
    </Screen>
  );
}

function Installing() {
  const [origins, setOrigins] = useState<readonly string[] | null>(null);
  const [there, setThere] = useState<string | null>(null);
  const [looked, setLooked] = useState(false);
  const reading = useAsking();
  const moving = useAsking();
  const kind = deviceKind(navigator.userAgent, navigator.maxTouchPoints);

  const readAgain = () => reading.ask(async () => setOrigins(await readHttps()));
  useEffect(() => void readAgain(), []);

  useEffect(() => {
    if (!origins?.length || there) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    const look = async () => {
      const found = document.hidden ? null : await trusted(origins);
      if (!wanted) return;
      setLooked(true);
      if (found) setThere(found);
      else timer = setTimeout(look, LOOK_EVERY);
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [origins, there]);

  const leave = (origin: string) =>
    moving.ask(async () => location.assign(await addressThere(origin)));
  useEffect(() => {
    if (there && !loggedOut.peek()) void leave(there);
  }, [there]);

  return (
    <Screen
      title={t("Install Tableside")}
      up="/"
      foot={
        there && (
          <Button kind="main" busy={moving.busy} onClick={() => leave(there)}>
            {t("Go on")}
          </Button>
        )
      }
    >
      <section class="section">
        <p>
          {t(
            "Installed, Tableside opens without a network, keeps the screen on during a game, and is among your apps. To join for an evening, you need none of this.",
          )}
        </p>
        <WhyNot asking={reading} actions={<Button onClick={readAgain}>{t("Try again")}</Button>} />
        {origins?.length === 0 && (
          <Notice title={t("This server cannot do that yet.")}>
            {t("Whoever runs it can turn it on: {setting}.", { setting: "HTTPS=on" })}
          </Notice>
        )}
        <div role="status">
          {there
            ? t("This device trusts the server.")
            : origins?.length && !looked
              ? t("Looking whether this device trusts the server …")
              : null}
        </div>
        {there && loggedOut.value && (
          <Notice tone="no" title={t("This phone has been logged out.")}>
            <a href="/me/account">{t("Log in first: then what waits here goes along.")}</a>
          </Notice>
        )}
        <WhyNot asking={moving} />
      </section>
      {origins?.length && looked && !there ? <HowTo kind={kind} /> : null}
    </Screen>
  );
}

function HowTo({ kind }: { kind: (typeof DEVICES)[number] }) {
  return (
    <>
      <section class="section">
        <h2>{t("So that this device trusts the server")}</h2>
        <p class="faint">
          {t(
            "Once, and for this device only. The certificate counts for names and addresses at home, and for no other site.",
          )}
        </p>
        <Steps kind={kind} />
      </section>
      {DEVICES.filter((other) => other !== kind).map((other) => (
        <Disclosure key={other} title={deviceWords(other)}>
          <Steps kind={other} />
        </Disclosure>
      ))}
    </>
  );
}
