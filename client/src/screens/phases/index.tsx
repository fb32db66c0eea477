import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { useAnswer } from "../statistics/answers";
import { PhaseBars } from "../statistics/phase_bars";
import { phases } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";

/** How often a group lays each Phase down, and how often it was to be expected. */
export default function PhasesScreen({ params: { group: id = "" } }: { params: Params }) {
  const answer = useAnswer(phases(id), useGroup(id)?.event);
  return (
    <Screen title={t("Phases")} up={`/group/${id}/leaderboard`} upLabel={t("Leaderboard")}>
      <Answered answer={answer}>
        {({ phases = [] }) =>
          phases.length > 0 ? (
            <ListSection
              title={t("How hard the Phases are")}
              hint={t(
                "How often a Phase was laid down in a round that began with it. Expected: how often bots do it that are as good as each of you. Mostly the better players reach the last Phases, so these look a little easier than they are.",
              )}
            >
              <PhaseBars phases={phases} />
            </ListSection>
          ) : (
            <EmptyState title={t("No game is over yet")}>
              <p>{t("Phases are compared once a game has been played to its end.")}</p>
              <ButtonLink href={`/group/${id}`}>{t("To the games")}</ButtonLink>
            </EmptyState>
          )
        }
      </Answered>
    </Screen>
  );
}
