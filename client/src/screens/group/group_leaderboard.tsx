import { ButtonLink } from "../../components/button";
import { ListSection } from "../../components/list_section";
import { t } from "../../i18n";
import type { Group } from "../../store";
import { useAnswer } from "../statistics/answers";
import { LeaderboardRows } from "../statistics/leaderboard_rows";
import { ALL, leaderboard } from "../statistics/questions";

/** How many players are shown before one has to ask for the rest. */
const SHOWN = 5;

/** Who is best in a group, once a game is over. */
export function GroupLeaderboard({ group }: { group: Group }) {
  const isSent = group.event > 0; // before that, the server does not know it
  return isSent ? <Best group={group} /> : null;
}

function Best({ group }: { group: Group }) {
  const { value } = useAnswer(leaderboard(group.id, ALL), group.event);
  if (!value) return null;
  if (value.players.length === 0) {
    return (
      <ListSection
        title={t("Leaderboard")}
        hint={t("The leaderboard begins with the first game that is played to its end.")}
      />
    );
  }
  return (
    <ListSection title={t("Leaderboard")}>
      <LeaderboardRows
        group={group.id}
        lines={value.players}
        most={SHOWN}
        me={group.players.find(({ is_me }) => is_me)?.id ?? null}
        label={t("Leaderboard")}
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
