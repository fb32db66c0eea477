/** A refusal of the referee: why, the rule behind it, and what would do. */

import { t } from "../i18n";
import type { Schemas } from "../server/problems";
import { Button } from "./button";
import { Cards } from "./card";
import { CardButton } from "./card_button";
import { cardName } from "./card_face";
import { Notice } from "./notice";
import { Ruled } from "./rule_text";
import "./choice.css";

const MOST_CARDS = 12; // of a suggestion: more are no help

interface Props {
  edition: Schemas["EditionName"];
  /** "No.", or "Not yet." while cards are missing. */
  title: string;
  /** Nothing is wrong: there are only cards to come. */
  isCalm?: boolean;
  problems: readonly Schemas["RuleProblemDetail"][];
  suggestion: Schemas["SuggestionDetail"] | null;
  /** Takes the change that is suggested, with the card that was tapped if it has some. */
  onSuggestion: (card: string | null) => void;
}

/** What is wrong, the rule behind it, and a change that makes it legal. */
export function Refusal(props: Props) {
  const { edition, title, isCalm, problems, suggestion, onSuggestion } = props;
  return (
    <Notice
      tone={isCalm ? "say" : "no"}
      live
      title={title}
      actions={suggestion && <Suggested suggestion={suggestion} onSuggestion={onSuggestion} />}
    >
      <Ruled sentences={problems} edition={edition} />
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
      <button type="button" class="card-choice" onClick={() => onSuggestion(null)}>
        <span class="would-do-words">{t("This would do")}</span>
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
    <ul class="wrapping would-do" aria-label={t("This would do")}>
      {cards.slice(0, MOST_CARDS).map((card) => (
        <li key={card}>
          <CardButton
            card={card}
            small
            label={
              without
                ? t("{card} instead of {other}", { card: cardName(card), other: cardName(without) })
                : t("{card} would do", { card: cardName(card) })
            }
            onClick={() => onSuggestion(card)}
          />
        </li>
      ))}
    </ul>
  );
}
