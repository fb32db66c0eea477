import { t } from "../i18n";
import type { components } from "../server/schema";
import "./phase.css";

type NumberedPhase = components["schemas"]["NumberedPhase"];

/** The number of a Phase; a tick after the last one. */
export function PhaseBadge({ phase }: { phase: number | null }) {
  return (
    <span class="phase-badge number">
      {phase === null ? (
        <span role="img" aria-label={t("All Phases done")}>
          ✓
        </span>
      ) : (
        <>
          <span class="visually-hidden">{t("Phase {number}", { number: phase })}</span>
          <span aria-hidden="true">{phase}</span>
        </>
      )}
    </span>
  );
}

/** What a Phase asks for, in words; `null` after the last one. */
export function PhaseWords({ phase }: { phase: NumberedPhase | null }) {
  return <span class="phase-words">{phase ? phase.name : t("All Phases done")}</span>;
}

interface MarksProps {
  /** How many Phases the game has. */
  of: number;
  /** How many are completed; null if nobody wrote it down. */
  completed: number | null;
}

/** A mark for each Phase of the game: filled, next, or still to come. Others tell it in words. */
export function ProgressMarks({ of, completed }: MarksProps) {
  const done = completed ?? 0;
  return (
    <span class="marks" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <i key={index} data-mark={index < done ? "done" : index === done ? "next" : undefined} />
      ))}
    </span>
  );
}
