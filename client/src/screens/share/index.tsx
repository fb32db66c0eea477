import { useMemo } from "preact/hooks";
import { ButtonLink } from "../../components/button";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { sharingOf } from "../../server/sharing";
import type { Game, GameView } from "../../store";
import { aboutGame } from "../opened_game";
import { mayScore, ownsGroup } from "../roles";
import { SheetFiles } from "../score_sheet";
import { ShareLink } from "../share_link";
import { bgStatsLink } from "./bgstats";

/** Show a game to others: on their phones, on a television, on paper. */
export default aboutGame(() => t("Share"), Share);

function Share({ view: { game } }: { view: GameView }) {
  return (
    <Screen title={t("Share")} up={`/g/${game.id}`}>
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
      {game.status === "over" && (
        <section class="section">
          <h2>{t("Other apps")}</h2>
          <p>{t("If BG Stats is on this phone, it asks you before it records the game.")}</p>
          <ButtonLink href={bgStatsLink(game)}>{t("Send to BG Stats")}</ButtonLink>
        </section>
      )}
      {mayScore(game.my_role) && <WatchLink game={game} />}
    </Screen>
  );
}

function WatchLink({ game }: { game: Game }) {
  const sharing = useMemo(() => sharingOf({ game: game.id }), [game.id]);
  return (
    <ShareLink
      sharing={sharing}
      title={t("Watch on a tablet or a television")}
      hint={t("Everybody who has the link sees the scores, without an account.")}
      label={t("Link to watch")}
      text={t("Watch our game")}
      alt={t("QR code: watch this game")}
      mayAdopt={ownsGroup(game.my_role)}
    />
  );
}
