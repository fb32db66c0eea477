/** A link by which anybody can look on: made, shown, sent on, and switched off. */

import { useEffect, useState } from "preact/hooks";
import { Button, ButtonRow } from "../components/button";
import { FullQr } from "../components/full_qr";
import { QrPicture } from "../components/qr_picture";
import { ShareText } from "../components/share_text";
import { t } from "../i18n";
import type { Sharing } from "../server/sharing";
import { network, type Schemas } from "../store";
import { useAsking, WhyNot } from "./asking";
import "./invite/invite.css";

type Link = Schemas["ShareLinkDetail"];

interface Props {
  sharing: Sharing;
  title: string;
  /** Who sees what. */
  hint: string;
  label: string;
  /** What is sent with the link. */
  text: string;
  /** What the QR code leads to. */
  alt: string;
  /** Whether this member may make links of others their own. */
  mayAdopt?: boolean;
}

export function ShareLink({ sharing, title, hint, label, text, alt, mayAdopt = false }: Props) {
  const [links, setLinks] = useState<readonly Link[] | null>(null);
  const [full, setFull] = useState(false);
  const asking = useAsking();
  const { ask } = asking;
  const online = network.value;
  useEffect(() => {
    void ask(async () => setLinks(await sharing.read()));
  }, [sharing, online]);

  const link = links?.[0];
  const make = () => ask(async () => setLinks([await sharing.make()]));
  const stop = ({ id }: Link) =>
    ask(async () => {
      await sharing.stop(id);
      setLinks((links ?? []).filter((one) => one.id !== id));
    });
  const makeMine = ({ id }: Link) =>
    ask(async () => {
      const mine = await sharing.adopt(id);
      setLinks((links ?? []).map((one) => (one.id === id ? mine : one)));
    });
  return (
    <section class="section">
      <h2>{title}</h2>
      <p class="faint">{hint}</p>
      <WhyNot asking={asking} />
      {link && (
        <>
          <button type="button" class="invite-picture" onClick={() => setFull(true)}>
            <QrPicture of={link} alt={alt} />
          </button>
          <ShareText label={label} link={link.link} text={text} />
          {!link.is_mine && link.created_by && (
            <p class="faint small">
              {t(
                "Made by {name}: it ends when {name} leaves the group, unless an owner makes it theirs.",
                { name: link.created_by.name },
              )}
            </p>
          )}
          <ButtonRow>
            <Button onClick={() => setFull(true)}>{t("Full screen")}</Button>
            {!link.is_mine && mayAdopt && (
              <Button busy={asking.busy} onClick={() => void makeMine(link)}>
                {t("Make it mine")}
              </Button>
            )}
            <Button kind="danger" busy={asking.busy} onClick={() => void stop(link)}>
              {t("Switch off")}
            </Button>
          </ButtonRow>
        </>
      )}
      {links && !link && (
        <Button busy={asking.busy} onClick={() => void make()}>
          {t("Make a link")}
        </Button>
      )}
      {full && link && <FullQr title={text} of={link} alt={alt} onClose={() => setFull(false)} />}
    </section>
  );
}
