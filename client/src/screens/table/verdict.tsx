import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../components/button";
import { Card, Cards } from "../../components/card";
import { cardName } from "../../components/card_face";
import { Notice } from "../../components/notice";
import { RuleText } from "../../components/rule_text";
import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { changedAs } from "./cards";
import type { Ruling } from "./ruling";

interface Props {
  /** Null if nobody can be asked. */
  ruling: Ruling | null;
  /** The groups that were tapped; a hit is one. */
  groups: readonly (readonly string[])[];
  /** Takes what the referee suggests instead. */
  onChange: (groups: (readonly string[])[]) => void;
  /** Opens the way to insist. */
  onInsist: () => void;
  /** What is legal, in words and cards. */
  children: ComponentChildren;
}

/** What the referee says about a play that is being tapped. */
export function Verdict(props: Props) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.scrollIntoView({ block: "nearest" }), [props.ruling]);
  return (
    <div ref={words}>
      <Words {...props} />
    </div>
  );
}

function Words({ ruling, groups, onChange, onInsist, children }: Props) {
  if (!ruling) {
    return (
      <p class="faint small">{t("Nobody can check this now. It is saved and checked later.")}</p>
    );
  }
  const [problem] = ruling.problems;
  if (!problem) {
    return (
      <Notice live title={ruling.ambiguous ? t("What is the wild card for?") : t("It fits.")}>
        {children}
      </Notice>
    );
  }
  return (
    <Notice
      tone="no"
      live
      actions={
        <>
          <Suggested suggestion={ruling.suggestion} groups={groups} onChange={onChange} />
          <Button small onClick={onInsist}>
            {t("Play it all the same")}
          </Button>
        </>
      }
    >
      <p>{problem.message}</p>
      <RuleText entry={problem.rule_entry} />
    </Notice>
  );
}

const MOST_SUGGESTED = 4;

/** Each change that would do, as a button. */
function Suggested({
  suggestion,
  groups,
  onChange,
}: Pick<Props, "groups" | "onChange"> & { suggestion: Ruling["suggestion"] }) {
  if (!suggestion) return null;
  const { cards, without } = suggestion;
  const change = (card: string | null) => onChange(changedAs(groups, suggestion, card));
  if (cards.length === 0) {
    return (
      <Button small onClick={() => change(null)}>
        {without ? t("Without {card}", { card: cardName(without) }) : t("In another order")}
      </Button>
    );
  }
  return (
    <span class="table-cards">
      {cards.slice(0, MOST_SUGGESTED).map((card) => (
        <button key={card} type="button" class="table-card" onClick={() => change(card)}>
          <Card card={card} small />
        </button>
      ))}
    </span>
  );
}

interface ChoiceProps {
  choices: readonly Schemas["StandingDetail"][];
  chosen: number | null;
  onChoose: (index: number) => void;
}

/** What an ambiguous play could lead to, as pictures. */
export function StandingChoice({ choices, chosen, onChoose }: ChoiceProps) {
  return (
    <ul class="table-choices">
      {choices.map(({ cards }, index) => (
        <li key={cards.join(" ")}>
          <button
            type="button"
            class="table-choice"
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            <Cards cards={cards} small />
          </button>
        </li>
      ))}
    </ul>
  );
}
