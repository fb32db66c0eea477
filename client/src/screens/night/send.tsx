/** A night to be sent: as a picture, or as a text. */

import { useRef } from "preact/hooks";
import { Button, ButtonRow } from "../../components/button";
import { useSending } from "../../components/copying";
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
  const { copy, send, copyLabel, hint } = useSending(text, () => {
    if (lines.current) getSelection()?.selectAllChildren(lines.current);
  });
  return (
    <Disclosure title={t("As a text")}>
      <p ref={lines} class="night-text" dir="auto">
        {text}
      </p>
      {hint && <p class="faint small">{hint}</p>}
      <ButtonRow>
        <Button small onClick={() => void copy()}>
          {copyLabel}
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
