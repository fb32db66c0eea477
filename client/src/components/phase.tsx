import { t } from "../i18n";
import type { Schemas } from "../server/problems";
import "./phase.css";

/** The number of a Phase. */
export function PhaseBadge({ phase }: { phase: number }) {
  return (
    <span class="phase-badge number">
      <span class="visually-hidden">{t("Phase {number}", { number: phase })}</span>
      <span aria-hidden="true">{phase}</span>
    </span>
  );
}

/** What a Phase asks for, in words. */
export function PhaseWords({ phase }: { phase: Schemas["NumberedPhase"] }) {
  return (
    <span class="phase-words faint small">
      {phase.name.split(" + ").map((group, index) => (
        <>
          {index > 0 && " + "}
          <span>{group}</span>
        </>
      ))}
    </span>
  );
}

interface NowProps extends MarksProps {
  /** The Phase to lay down next; null after the last, for who has left, and after the game. */
  phase: Schemas["NumberedPhase"] | null;
}

/** Where a player is: the Phase to lay down, else how many are done. */
export function PhaseNow({ phase, completed, of }: NowProps) {
  return phase ? (
    <>
      <PhaseBadge phase={phase.phase} />
      <PhaseWords phase={phase} />
    </>
  ) : (
    <>
      <span class="phase-badge number" aria-hidden="true">
        {completed === of ? "✓" : "–"}
      </span>
      <span class="phase-words faint small">{doneWords(completed, of)}</span>
    </>
  );
}

/** How many of the Phases are done; null if nobody wrote it down. */
export function doneWords(completed: number | null, of: number): string {
  if (completed === null) return t("Nobody wrote down the Phases");
  return completed === of
    ? t("All Phases done")
    : t("{done} of {all} Phases", { done: completed, all: of });
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
