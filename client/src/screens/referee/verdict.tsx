/** The referee's words: yes or no, why, and what would do. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../components/button";
import { Card, Cards } from "../../components/card";
import { cardName } from "../../components/card_face";
import { Notice } from "../../components/notice";
import { RuleText } from "../../components/rule_text";
import { t } from "../../i18n";
import type { Problem, Schemas } from "../../store";
import type { EditionName } from "../../store/editions";
import { keepInView } from "../round_entry/keep_in_view";

const MOST_CARDS = 12; // of a suggestion: more are no help

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

interface RefusalProps {
  edition: EditionName;
  /** "No.", or "Not yet." while cards are missing. */
  title: string;
  /** Nothing is wrong: there are only cards to come. */
  isCalm?: boolean;
  problems: readonly Schemas["RuleProblemDetail"][];
  suggestion: Schemas["SuggestionDetail"] | null;
  onSuggestion: (card: string | null) => void;
}

/** What is wrong, the rule behind it, and a change that makes it legal. */
export function Refusal(props: RefusalProps) {
  const { edition, title, isCalm, problems, suggestion, onSuggestion } = props;
  const rules = [...new Set(problems.map(({ rule_entry }) => rule_entry))];
  return (
    <Notice
      tone={isCalm ? "say" : "no"}
      live
      title={title}
      actions={suggestion && <Suggested suggestion={suggestion} onSuggestion={onSuggestion} />}
    >
      {problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {rules.map((entry) => (
        <RuleText key={entry} entry={entry} edition={edition} />
      ))}
    </Notice>
  );
}

/** Each card that would do is a button; so is leaving one out, or changing places. */
function Suggested({
  suggestion,
  onSuggestion,
}: {
  suggestion: Schemas["SuggestionDetail"];
  onSuggestion: (card: string | null) => void;
}) {
  const { cards, without, groups } = suggestion;
  if (groups.length > 0) {
    return (
      <button type="button" class="referee-choice" onClick={() => onSuggestion(null)}>
        <span class="referee-would">{t("This would do")}</span>
        {groups.map((group, index) => (
          <Cards key={index} cards={group} small />
        ))}
      </button>
    );
  }
  if (cards.length === 0 && without) {
    return (
      <Button small onClick={() => onSuggestion(null)}>
        {t("Without {card}", { card: cardName(without) })}
      </Button>
    );
  }
  return (
    <ul class="referee-would-do" aria-label={t("This would do")}>
      {cards.slice(0, MOST_CARDS).map((card) => (
        <li key={card}>
          <button type="button" class="slot-card" onClick={() => onSuggestion(card)}>
            <span aria-hidden="true">
              <Card card={card} small />
            </span>
            <span class="visually-hidden">
              {without
                ? t("{card} instead of {other}", { card: cardName(card), other: cardName(without) })
                : t("{card} would do", { card: cardName(card) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  standings: readonly Schemas["StandingDetail"][];
  onChoice: (standing: Schemas["StandingDetail"]) => void;
}

/** What the cards could be, as pictures: the player says which. */
export function Choice({ standings, onChoice }: ChoiceProps) {
  return (
    <ul class="referee-choices" aria-label={t("Which one is meant?")}>
      {standings.map((standing) => (
        <li key={standing.cards.join(" ")}>
          <button type="button" class="referee-choice" onClick={() => onChoice(standing)}>
            <Cards cards={standing.cards} small />
          </button>
        </li>
      ))}
    </ul>
  );
}
