import { useEffect, useState } from "preact/hooks";
import { Button, ButtonLink, ButtonRow } from "../../components/button";
import { FullQr } from "../../components/full_qr";
import { QrPicture } from "../../components/qr_picture";
import { Screen } from "../../components/screen";
import { ShareText } from "../../components/share_text";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { adoptLink, readShareLinks, share, stopSharing } from "../../server/sharing";
import { type Game, network, type Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { OpenedGame } from "../opened_game";
import { mayScore, ownsGroup } from "../roles";
import { SheetFiles } from "../score_sheet";
import "../invite/invite.css";

type ShareLink = Schemas["ShareLinkDetail"];

/** Show a game to others: on their phones, on a television, on paper. */
export default function ShareScreen({ params }: { params: Params }) {
  const title = t("Share");
  return (
    <OpenedGame id={params.game} title={title}>
      {({ game }) => (
        <Screen title={title} up={`/g/${game.id}`}>
          {mayScore(game.my_role) && (
            <section class="section">
              <h2>{t("Play along on another phone")}</h2>
              <ButtonLink kind="main" href={`/group/${game.group}/invite`}>
                {t("Invite somebody")}
              </ButtonLink>
            </section>
          )}
          <section class="section">
            <h2>{t("Score sheet")}</h2>
            <SheetFiles game={game} />
          </section>
          {mayScore(game.my_role) && <WatchLink game={game} />}
        </Screen>
      )}
    </OpenedGame>
  );
}

function WatchLink({ game }: { game: Game }) {
  const [links, setLinks] = useState<readonly ShareLink[] | null>(null);
  const [full, setFull] = useState(false);
  const asking = useAsking();
  const { ask } = asking;
  const online = network.value;
  useEffect(() => {
    void ask(async () => setLinks(await readShareLinks(game.id)));
  }, [game.id, online]);

  const link = links?.[0];
  const make = () => ask(async () => setLinks([await share(game.id)]));
  const stop = ({ id }: ShareLink) =>
    ask(async () => {
      await stopSharing(game.id, id);
      setLinks((links ?? []).filter((one) => one.id !== id));
    });
  const adopt = ({ id }: ShareLink) =>
    ask(async () => {
      const mine = await adoptLink(game.id, id);
      setLinks((links ?? []).map((one) => (one.id === id ? mine : one)));
    });
  const alt = t("QR code: watch this game");
  return (
    <section class="section">
      <h2>{t("Watch on a tablet or a television")}</h2>
      <p class="faint">{t("Everybody who has the link sees the scores, without an account.")}</p>
      <WhyNot asking={asking} />
      {link && (
        <>
          <button type="button" class="invite-picture" onClick={() => setFull(true)}>
            <QrPicture svg={link.svg} alt={alt} />
          </button>
          <ShareText label={t("Link to watch")} link={link.link} text={t("Watch our game")} />
          {!link.is_mine && link.created_by && (
            <p class="faint small">
              {t(
                "Made by {name}: it ends when {name} leaves the group, unless an owner makes it theirs.",
                {
                  name: link.created_by.name,
                },
              )}
            </p>
          )}
          <ButtonRow>
            <Button onClick={() => setFull(true)}>{t("Full screen")}</Button>
            {!link.is_mine && ownsGroup(game.my_role) && (
              <Button busy={asking.busy} onClick={() => void adopt(link)}>
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
      {full && link && (
        <FullQr
          title={t("Watch our game")}
          svg={link.svg}
          alt={alt}
          onClose={() => setFull(false)}
        />
      )}
    </section>
  );
}
