import { BarChart } from "../../components/charts/bar_chart";
import { t, tn } from "../../i18n";
import type { Schemas } from "../../server/api";
import { editionOf } from "../../store/editions";
import { phaseTitle, shareWords } from "./words";

/** How often Phases were laid down, compared with bots; a chart for each edition. */
export function PhaseBars({ phases }: { phases: readonly Schemas["PhaseStatistics"][] }) {
  const editions = [...new Set(phases.map(({ edition }) => edition))];
  return (
    <>
      {editions.map((edition) => (
        <BarChart
          key={edition}
          title={t("Phases in {edition}", { edition: editionOf(edition).name })}
          of={editionOf(edition).name}
          value={t("Laid down")}
          compared={t("Bots")}
          full={1}
          rows={phases
            .filter((phase) => phase.edition === edition)
            .map((phase) => ({
              id: phase.name,
              label: phaseTitle(phase),
              detail: detailOf(phase),
              value: phase.success_rate.value,
              valueWords: shareWords(phase.success_rate),
              ...(phase.simulated && {
                compared: phase.simulated.success_rate.value,
                comparedWords: shareWords(phase.simulated.success_rate),
              }),
            }))}
        />
      ))}
    </>
  );
}

function detailOf({ number, name, attempts, successes }: Schemas["PhaseStatistics"]): string {
  const counts = tn("{times} of {count} try", "{times} of {count} tries", attempts, {
    times: successes,
  });
  return number === null ? counts : `${name} · ${counts}`;
}
