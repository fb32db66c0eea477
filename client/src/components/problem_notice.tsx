import type { ComponentChildren } from "preact";
import type { components } from "../server/schema";
import { Notice } from "./notice";
import { RuleText } from "./rule_text";

type Problem = components["schemas"]["Problem"];

interface Props {
  problem: Problem;
  actions?: ComponentChildren;
  /** Fields whose mistakes are shown beside them: not again here. */
  except?: readonly string[];
}

/** Why something was refused, in the words of the referee or the server, with the rule behind it. */
export function ProblemNotice({ problem, actions, except = [] }: Props) {
  const errors = problem.errors.filter(
    ({ field }) => !except.some((shown) => `${field}.`.startsWith(`${shown}.`)),
  );
  const ruled = problem.ruling?.problems ?? [];
  const messages = new Set([...errors, ...ruled].map(({ message }) => message));
  const rules = new Set([...errors, ...ruled].flatMap(({ rule_entry }) => rule_entry ?? []));
  messages.delete(problem.detail);
  return (
    <Notice tone="no" live title={problem.detail} actions={actions}>
      {[...messages].map((message) => (
        <p key={message}>{message}</p>
      ))}
      {[...rules].map((entry) => (
        <RuleText key={entry} entry={entry} />
      ))}
    </Notice>
  );
}
