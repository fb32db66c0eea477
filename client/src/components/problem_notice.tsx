import type { ComponentChildren } from "preact";
import type { Problem } from "../server/problems";
import { isIn } from "./field";
import { Notice } from "./notice";
import { Ruled, RuleText } from "./rule_text";

interface Props {
  problem: Problem;
  actions?: ComponentChildren;
  /** Fields whose mistakes are shown beside them: not again here. */
  except?: readonly string[];
}

/** Why something was refused, in the words of the referee or the server, with the rule behind it. */
export function ProblemNotice({ problem, actions, except = [] }: Props) {
  const errors = problem.errors.filter(({ field }) => !isIn(field, except));
  const ruled = problem.ruling?.problems ?? [];
  const sentences = [...errors, ...ruled];
  const isTold = ({ message }: { message: string }) => message === problem.detail;
  const ofTitle = sentences.find((one) => isTold(one) && one.rule_entry)?.rule_entry;
  return (
    <Notice tone="no" live title={problem.detail} actions={actions}>
      {ofTitle && <RuleText entry={ofTitle} />}
      <Ruled sentences={sentences.filter((one) => !isTold(one))} />
    </Notice>
  );
}
