import { useMemo } from "preact/hooks";
import { ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { type Game, groupOf } from "../../store";
import { namesIn } from "../round_entry/players";
import { nightOf } from "../statistics/periods";

/** The way to the night that the game belongs to, once it is known where the group plays. */
export function NightSoFar({ game }: { game: Game }) {
  const group = useMemo(() => groupOf(game.group), [game.group]);
  const zone = group.value?.time_zone;
  if (!zone) return null;
  const night = nightOf(game.phone_time ?? game.started_at, zone);
  return (
    <div class="section pad-night">
      <ButtonLink href={`/group/${game.group}/nights/${night}`}>{t("The night so far")}</ButtonLink>
    </div>
  );
}

/** How the game ended. */
export function GameOver({ game }: { game: Game }) {
  if (game.status === "abandoned") {
    return (
      <Notice title={t("This game was abandoned.")}>
        {t("It counts in no statistics. It can be resumed from the menu.")}
      </Notice>
    );
  }
  const names = namesIn(game, game.winners);
  return (
    <div class="pad-winners">
      <h2>
        {game.winners.length === 1
          ? t("{name} wins!", { name: names })
          : t("{names} share the win!", { names })}
      </h2>
      {game.ended_early && <p class="faint">{t("The game was ended early.")}</p>}
      {game.rounds.length > 0 && (
        <ButtonLink kind="plain" href={`/g/${game.id}/replay`}>
          {t("Replay round by round")}
        </ButtonLink>
      )}
    </div>
  );
}
