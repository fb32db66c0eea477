import { useState } from "preact/hooks";
import { ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { useRead } from "../../components/use_read";
import { t, tn } from "../../i18n";
import { DOT } from "../../i18n/formats";
import { api, orNull, read, type Schemas } from "../../server/api";
import { network, outbox } from "../../store";
import { NEWS_OF, news } from "./news";

/** What this is, whether it works without a network, and what waits: a banner says what was refused. */
export function About() {
  const info = useServerInfo();
  const version = info?.version ?? null;
  const canInstall = !isSecureContext && info !== null && info.https.length > 0;
  const { waiting, troubles } = outbox.value;
  return (
    <section class="section">
      <h2>{t("About")}</h2>
      {troubles.length === 0 && (
        <p>
          {waiting > 0
            ? tn(
                "{count} change on this phone waits for the network.",
                "{count} changes on this phone wait for the network.",
                waiting,
              )
            : t("Everything that was done on this phone has been sent.")}
        </p>
      )}
      <p>{openingWords()}</p>
      {canInstall && <ButtonLink href="/install">{t("Install Tableside")}</ButtonLink>}
      <p>
        {version === null ? "Tableside" : t("Tableside, version {version}", { version })}
        {DOT}
        {t("MIT License")}
      </p>
      <Disclosure title={t("New in version {version}", { version: NEWS_OF })}>
        {news().map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Disclosure>
      <p class="faint">
        {t("An unofficial companion. Phase 10 is a trademark of its owners, who are not involved.")}
      </p>
      <ButtonLink kind="plain" href="/api/docs/">
        {t("For programmers: the interface of the server")}
      </ButtonLink>
    </section>
  );
}

/** Whether the next opening works without a network, and why not. */
function openingWords(): string {
  if (!isSecureContext) {
    return t(
      "This phone reaches the server without HTTPS. So you can go on without a network, but not open Tableside without one.",
    );
  }
  if (!("serviceWorker" in navigator) || !navigator.serviceWorker.controller) {
    return t("From the next visit on, Tableside opens without a network.");
  }
  return t("Tableside opens without a network.");
}

function useServerInfo(): Schemas["ServerInfo"] | null {
  const [info, setInfo] = useState<Schemas["ServerInfo"] | null>(null);
  const show = (told: Schemas["ServerInfo"] | null) => told && setInfo(told);
  useRead(() => orNull(read(api.GET("/api/v1/"))), show, [network.value]);
  return info;
}
