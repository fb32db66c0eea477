import { BarChart } from "../../components/charts/bar_chart";
import { t, tn } from "../../i18n";
import { DOT, percentWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";
import { editionOf } from "../../store/editions";
import { phaseTitle, shareWords } from "./words";

/** How often Phases were laid down, and were to be expected; a chart for each edition. */
export function PhaseBars({ phases }: { phases: readonly Schemas["PhaseStatistics"][] }) {
  const editions = [...new Set(phases.map(({ edition }) => edition))];
  return (
    <>
      {!phases.some(({ stands_out }) => stands_out) && (
        <div class="section">
          <p class="faint small">{t("No Phase stands out: the differences may be mere luck.")}</p>
        </div>
      )}
      {editions.map((edition) => (
        <BarChart
          key={edition}
          title={t("Phases in {edition}", { edition: editionOf(edition).name })}
          of={editionOf(edition).name}
          value={t("Laid down")}
          compared={t("Expected")}
          full={1}
          rows={phases
            .filter((phase) => phase.edition === edition)
            .map((phase) => ({
              id: phase.name,
              label: phaseTitle(phase),
              detail: detailOf(phase),
              value: phase.success_rate.value,
              valueWords: shareWords(phase.success_rate),
              ...(typeof phase.expected_rate === "number" && {
                compared: phase.expected_rate,
                comparedWords: percentWords(Math.round(phase.expected_rate * 100)),
              }),
            }))}
        />
      ))}
    </>
  );
}

function detailOf(phase: Schemas["PhaseStatistics"]): string {
  const { number, name, attempts, successes, stands_out } = phase;
  const counts = tn("{times} of {count} try", "{times} of {count} tries", attempts, {
    times: successes,
  });
  return [
    number !== null && name,
    counts,
    stands_out === "harder" && t("harder than expected, beyond luck"),
    stands_out === "easier" && t("easier than expected, beyond luck"),
  ]
    .filter(Boolean)
    .join(DOT);
}
