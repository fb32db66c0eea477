/** `/g/{game}/chart`: how a game went, or goes. */

import { ButtonLink } from "../../components/button";
import { LineChart } from "../../components/charts/line_chart";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { GameView } from "../../store";
import { aboutGame } from "../opened_game";
import { phasesCourse, pointsCourse, pointsHint } from "./courses";

export default aboutGame(() => t("Charts"), Charts);

function Charts({ view: { game } }: { view: GameView }) {
  const points = pointsCourse(game);
  const phases = phasesCourse(game);
  return (
    <Screen
      title={t("Charts")}
      up={`/g/${game.id}/rounds`}
      upLabel={t("Rounds")}
      foot={
        game.rounds.length > 0 && (
          <ButtonLink small href={`/g/${game.id}/replay`}>
            {t("Replay round by round")}
          </ButtonLink>
        )
      }
    >
      {game.rounds.length === 0 ? (
        <EmptyState title={game.totals_only ? t("No rounds are known") : t("No round yet")}>
          {game.totals_only ? (
            <p>{t("Only the final totals of this game are known.")}</p>
          ) : (
            <>
              <p>{t("The lines begin with the first round.")}</p>
              <ButtonLink href={`/g/${game.id}`}>{t("To the score pad")}</ButtonLink>
            </>
          )}
        </EmptyState>
      ) : (
        <>
          <LineChart
            title={t("Points after each round")}
            hint={pointsHint(game)}
            xTitle={t("Round")}
            labels={points.rounds.map(String)}
            series={points.series}
            from={0}
          />
          {phases.series.length > 0 && (
            <LineChart
              title={t("The race through the Phases")}
              hint={t("Phases laid down after each round. Lines that would meet run side by side.")}
              xTitle={t("Round")}
              labels={phases.rounds.map(String)}
              series={phases.series}
              apart={3}
              from={0}
              to={game.phases.length}
            />
          )}
        </>
      )}
    </Screen>
  );
}
