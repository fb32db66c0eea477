/** A night to be sent: as a picture, or as a text. */

import { useRef, useState } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button, ButtonRow } from "../../components/button";
import { copyText } from "../../components/copying";
import { Disclosure } from "../../components/disclosure";
import { offerFile } from "../../components/offer_file";
import { t } from "../../i18n";
import { readNightPicture } from "../../server/sharing";
import type { Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";

interface Props {
  group: string;
  card: Schemas["NightCard"];
}

/** The picture: sent where the phone can, kept otherwise. */
export function SendNight({ group, card }: Props) {
  const asking = useAsking();
  const send = () =>
    asking.ask(async () =>
      offerFile(await readNightPicture(group, card.date, `${card.group} ${card.date}`)),
    );
  return (
    <>
      <WhyNot asking={asking} />
      <Button kind="main" busy={asking.busy} onClick={() => void send()}>
        {t("Send the picture")}
      </Button>
    </>
  );
}

/** The night in some lines, to be copied, or sent where the phone can. */
export function TextToSend({ text }: { text: string }) {
  const lines = useRef<HTMLParagraphElement>(null);
  const [done, setDone] = useState<"copied" | "selected" | null>(null);
  const copy = async () => {
    const copied = await copyText(text, () => {
      if (lines.current) getSelection()?.selectAllChildren(lines.current);
    });
    setDone(copied ? "copied" : "selected");
    announce(copied ? t("Copied") : t("Selected: copy it from the menu of your phone"));
  };
  const send = async () => {
    try {
      await navigator.share({ text });
    } catch (error) {
      if ((error as DOMException).name !== "AbortError") await copy();
    }
  };
  return (
    <Disclosure title={t("As a text")}>
      <p ref={lines} class="night-text" dir="auto">
        {text}
      </p>
      {done === "selected" && (
        <p class="field-hint">{t("Selected: copy it from the menu of your phone")}</p>
      )}
      <ButtonRow>
        <Button small onClick={() => void copy()}>
          {done === "copied" ? t("Copied") : t("Copy")}
        </Button>
        {"share" in navigator && (
          <Button small onClick={() => void send()}>
            {t("Send")}
          </Button>
        )}
      </ButtonRow>
    </Disclosure>
  );
}
