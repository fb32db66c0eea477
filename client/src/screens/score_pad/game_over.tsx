import { ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import type { Game } from "../../store";
import { useNight, Victory } from "./victory";

/** The way to the night that the game belongs to, once it is known where the group plays. */
export function NightSoFar({ game }: { game: Game }) {
  const night = useNight(game);
  const tonight = useNight(game, new Date().toISOString());
  if (!night) return null;
  return (
    <div class="section pad-night">
      <ButtonLink href={`/group/${game.group}/nights/${night}`}>
        {night === tonight ? t("The night so far") : t("The night of this game")}
      </ButtonLink>
    </div>
  );
}

/** How the game ended. */
export function GameOver({ game }: { game: Game }) {
  if (game.status === "over") return <Victory game={game} />;
  return (
    <Notice title={t("This game was abandoned.")}>
      {t("It counts in no statistics. It can be resumed from the menu.")}
    </Notice>
  );
}
