import { ButtonLink } from "../../components/button";
import { ListSection } from "../../components/list_section";
import { t } from "../../i18n";
import type { Group, Schemas } from "../../store";
import { LeaderboardRows } from "../statistics/leaderboard_rows";

/** How many players are shown before one has to ask for the rest. */
const SHOWN = 5;

interface Props {
  group: Group;
  players: readonly Schemas["LeaderboardLine"][];
  counting: boolean;
}

/** Who is best in a group, once a game is over. */
export function GroupLeaderboard({ group, players, counting }: Props) {
  if (players.length === 0) {
    const hint = counting
      ? t("The latest games are still being counted.")
      : t("The leaderboard begins with the first game that is played to its end.");
    return <ListSection title={t("Leaderboard")} hint={hint} />;
  }
  return (
    <ListSection title={t("Leaderboard")}>
      <LeaderboardRows
        group={group.id}
        lines={players}
        most={SHOWN}
        me={group.players.find(({ is_me }) => is_me)?.id ?? null}
      />
      <div class="section">
        <ButtonLink href={`/group/${group.id}/leaderboard`}>
          {t("Whole leaderboard and records")}
        </ButtonLink>
        <ButtonLink href={`/group/${group.id}/nights`}>{t("Nights")}</ButtonLink>
      </div>
    </ListSection>
  );
}
