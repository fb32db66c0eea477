/** What works only with the server: whether it is being asked, and why it did not do it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isIn } from "../components/field";
import { Notice } from "../components/notice";
import { ProblemNotice } from "../components/problem_notice";
import { t } from "../i18n";
import { type Problem, Refused, Unreachable } from "../server/problems";

export interface Asking {
  busy: boolean;
  problem: Problem | null;
  unreachable: boolean;
  /** Ask; true if it was done, and the screen is still there. Errors of the program are thrown. */
  ask(work: () => Promise<unknown>): Promise<boolean>;
  forget(): void;
}

type Refusal = Problem | "unreachable" | null;

export function useAsking(): Asking {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(null);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  async function ask(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
      return shown.current;
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.problem);
      else if (error instanceof Unreachable) setRefusal("unreachable");
      else throw error;
      return false;
    } finally {
      if (shown.current) setBusy(false);
    }
  }

  return {
    busy,
    problem: refusal === "unreachable" ? null : refusal,
    unreachable: refusal === "unreachable",
    ask,
    forget: () => setRefusal(null),
  };
}

interface Props {
  asking: Asking;
  /** Fields whose mistakes are shown beside them. */
  except?: readonly string[];
  actions?: ComponentChildren;
}

/** Why it was not done, in words; nothing if it was. */
export function WhyNot({ asking, except = [], actions }: Props) {
  const { problem, unreachable } = asking;
  if (unreachable) {
    return (
      <Notice tone="no" live title={t("This needs the network.")} actions={actions}>
        {t("The server cannot be reached. Nothing was changed: try again later.")}
      </Notice>
    );
  }
  if (!problem) return null;
  const elsewhere =
    problem.errors.length > 0 && problem.errors.every(({ field }) => isIn(field, except));
  return elsewhere ? null : <ProblemNotice problem={problem} except={except} actions={actions} />;
}
