import { Cards } from "../../components/card";
import { Notice } from "../../components/notice";
import { Refusal } from "../../components/refusal";
import { Ruled } from "../../components/rule_text";
import { Standings } from "../../components/standings";
import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { kindsIn } from "./asked";
import { askHit } from "./asking";
import { KindChoice } from "./kind_choice";
import { LyingGroups } from "./lying_groups";
import { hitQuestion } from "./questions";
import { hitReason } from "./reasons";
import { Slot } from "./slot";
import { addedTo, followed, goTo, ON, removeCard, type Slots } from "./slots";
import type { Lying, Subject } from "./subject";
import { useRuling } from "./use_ruling";
import { Spoken } from "./verdict";

const HIT = 1; // the group of the cards to hit with; before it, what lies there

interface Props {
  subject: Subject;
  /** As chosen, or as the cards tell; null if they do not. */
  kind: Schemas["GroupKind"] | null;
  onKind: (kind: Schemas["GroupKind"]) => void;
  slots: Slots;
  change: (edit: (slots: Slots) => Slots) => void;
  /** Ask about a group of the live table. */
  onTarget: (group: Lying["group"]) => void;
}

/** May these cards be added to this group? */
export function HitCheck({ subject, kind, onKind, slots, change, onTarget }: Props) {
  const { at } = slots;
  const { edition } = subject.edition;
  const [target = [], hit = []] = slots.cards;
  const ruling = useRuling(hitQuestion(subject, kind, slots), askHit);
  const verdict = ruling?.answer?.data;

  function choose(standing: Schemas["StandingDetail"]) {
    const added = addedTo(target, standing.cards);
    if (added) change(() => ({ cards: [target, added], at: HIT }));
  }

  return (
    <>
      <ol class="stack slots">
        <Slot
          name={t("On the table")}
          cards={target}
          isAt={at === 0 || (at === ON && hit.length === 0)}
          end={
            <KindChoice
              legend={t("What lies there")}
              kinds={kindsIn(subject.phases)}
              value={kind}
              onChange={onKind}
            />
          }
          onGo={() => change((now) => goTo(now, 0))}
          onRemove={(card) => change((now) => removeCard(now, 0, card))}
        />
        <Slot
          name={t("Cards to add")}
          cards={hit}
          isAt={at === HIT || (at === ON && hit.length > 0)}
          hint={
            at === 0
              ? t("Tap here, then the card.")
              : at === ON
                ? t("The last card you tap.")
                : undefined
          }
          onGo={() => change((now) => goTo(now, HIT))}
          onRemove={(card) => change((now) => removeCard(now, HIT, card))}
        />
      </ol>
      {target.length === 0 && subject.lying.length > 0 && (
        <LyingGroups lying={subject.lying} onChoice={onTarget} />
      )}
      <Spoken edition={edition} ruling={ruling}>
        {verdict?.legal && (
          <Notice live title={t("Yes, that hits.")}>
            {verdict.target && (
              <>
                <Cards cards={verdict.target.cards} small />
                <Ruled sentences={[hitReason(verdict.target)]} edition={edition} />
              </>
            )}
            {verdict.ambiguous && (
              <>
                <p>{t("It can lie in more than one way: tap the one that is meant.")}</p>
                <Standings standings={verdict.choices} onChoice={choose} />
              </>
            )}
          </Notice>
        )}
        {verdict && !verdict.legal && (
          <Refusal
            edition={edition}
            title={t("No.")}
            problems={verdict.problems}
            suggestion={verdict.suggestion}
            onSuggestion={(card) =>
              change((now) =>
                verdict.suggestion ? followed(now, verdict.suggestion, card, HIT) : now,
              )
            }
          />
        )}
      </Spoken>
    </>
  );
}
