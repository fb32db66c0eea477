/** Where the referee speaks, and what it says if there is no verdict. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Notice } from "../../components/notice";
import { RuleText } from "../../components/rule_text";
import { t } from "../../i18n";
import type { Problem } from "../../store";
import type { EditionName } from "../../store/editions";
import { keepInView } from "../round_entry/keep_in_view";

interface Props {
  children: ComponentChildren;
  /** Whether it is about the cards of a moment ago. */
  isStale?: boolean;
}

/** Where the verdict appears: in view, above the keys. */
export function Spoken({ children, isStale }: Props) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = words;
    if (!current) return;
    const grown = new ResizeObserver(() => current.childElementCount && keepInView(current));
    grown.observe(current);
    return () => grown.disconnect();
  }, []);
  return (
    <div ref={words} class="section referee-words" data-stale={isStale || undefined}>
      {children}
    </div>
  );
}

/** Neither the phone nor the server can answer. */
export function NobodyToAsk() {
  return (
    <Notice>
      {t(
        "Nobody can be asked now: the rules are not on this phone yet. They come with the network.",
      )}
    </Notice>
  );
}

/** The question itself cannot be: cards that are no group, or more of them than there are. */
export function Malformed({ edition, problem }: { edition: EditionName; problem: Problem }) {
  const messages = new Set(problem.errors.map(({ message }) => message));
  const rules = new Set(problem.errors.flatMap(({ rule_entry }) => rule_entry ?? []));
  return (
    <Notice tone="no" live>
      {[...messages].map((message) => (
        <p key={message}>{message}</p>
      ))}
      {[...rules].map((entry) => (
        <RuleText key={entry} entry={entry} edition={edition} />
      ))}
    </Notice>
  );
}
