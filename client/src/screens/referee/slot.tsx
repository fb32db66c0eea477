import type { ComponentChildren } from "preact";
import { CardButton } from "../../components/card_button";
import { cardName } from "../../components/card_face";
import { t } from "../../i18n";

interface Props {
  name: string;
  cards: readonly string[];
  /** Whether it gets the next card. */
  isAt: boolean;
  /** Whether the referee finds something wrong with it. */
  isWrong?: boolean;
  /** What to do here as long as it is empty. */
  hint?: string | undefined;
  /** Beside the name. */
  end?: ComponentChildren;
  onGo: () => void;
  onRemove: (card: string) => void;
}

/** A group of cards: a tap anywhere makes it the one that gets cards, a tap on a card takes it out. */
export function Slot({ name, cards, isAt, isWrong, hint, end, onGo, onRemove }: Props) {
  return (
    <li class="slot" data-at={isAt || undefined} data-wrong={isWrong || undefined}>
      <button
        type="button"
        class="slot-go"
        aria-current={isAt ? "true" : undefined}
        aria-label={name}
        onClick={onGo}
      />
      <div class="row slot-head">
        <span class="slot-name faint small" aria-hidden="true">
          {name}
        </span>
        {end}
      </div>
      {cards.length > 0 ? (
        <ul class="wrapping slot-cards" aria-label={name}>
          {cards.map((card, index) => (
            <li key={`${index} ${card}`}>
              <CardButton
                card={card}
                label={t("Take out {card}", { card: cardName(card) })}
                onClick={() => onRemove(card)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p class="slot-hint faint small">{hint ?? (isAt ? t("Tap its cards.") : "")}</p>
      )}
    </li>
  );
}
