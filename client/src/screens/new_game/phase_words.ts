import { useEffect, useState } from "preact/hooks";
import { ask, orNull } from "../../rules";
import type { Problem } from "../../server/problems";
import { type EditionName, type PhaseChoice, phasesAsked } from "./form";

export interface Checked {
  /** Each Phase in words; empty until somebody can tell. */
  names: readonly string[];
  /** Why the game cannot be played like this; null if it can, or if nobody can tell now. */
  problem: Problem | null;
}

const NOTHING: Checked = { names: [], problem: null };
const PAUSE_MS = 300; // after the last change

// The referee wants players, and whoever plays has no say in what is a Phase.
const ANYBODY = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

/** What the referee says about chosen Phases, a moment after they change. */
export function useChecked(edition: EditionName, choice: PhaseChoice): Checked {
  const [checked, setChecked] = useState(NOTHING);
  const phases = phasesAsked(choice);
  const wanted = JSON.stringify([edition, phases]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const found = await check(edition, phases);
      if (current)
        setChecked((before) => ({ names: found.names ?? before.names, problem: found.problem }));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return checked;
}

/** Without names if nobody can tell them now. */
async function check(
  edition: EditionName,
  phases: ReturnType<typeof phasesAsked>,
): Promise<Partial<Checked> & Pick<Checked, "problem">> {
  if (phases.length === 0) return NOTHING;
  const players = ANYBODY.map((id) => ({ id, name: "?" }));
  const answer = await orNull(ask("game", { edition, phases, players }));
  if (!answer?.data) return { problem: answer?.problem ?? null };
  return { names: answer.data.phases.map(({ name }) => name), problem: null };
}
