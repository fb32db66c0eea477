import { Notice } from "../../components/notice";
import { Refusal } from "../../components/refusal";
import { Ruled } from "../../components/rule_text";
import { Standings } from "../../components/standings";
import { t, tn } from "../../i18n";
import { askPhase } from "./asking";
import { groupWords } from "./group_words";
import { phaseQuestion } from "./questions";
import { layDownReason } from "./reasons";
import { Slot } from "./slot";
import { drawn, followed, goTo, placesOf, removeCard, type Slots } from "./slots";
import type { Chosen, Subject } from "./subject";
import { useRuling } from "./use_ruling";
import { Spoken } from "./verdict";

interface Props {
  subject: Subject;
  chosen: Chosen;
  /** As many groups as the Phase has. */
  slots: Slots;
  change: (edit: (slots: Slots) => Slots) => void;
}

/** May these groups be laid down as this Phase? */
export function PhaseCheck({ subject, chosen, slots, change }: Props) {
  const wanted = chosen.groups;
  const { cards, at } = slots;
  const { edition } = subject.edition;
  const ruling = useRuling(phaseQuestion(subject, chosen, slots), askPhase);
  const verdict = ruling?.answer?.data;
  const standings = verdict?.groups ?? [];
  const places = verdict?.legal && ruling?.isFresh ? placesOf(cards, standings) : [];
  const faults = verdict?.problems.filter(({ code }) => code !== "too_few_cards") ?? [];
  const wrong = new Set(ruling?.isFresh ? faults.map(({ group }) => group) : []);
  const isShort = cards.some((group, index) => group.length < (wanted[index]?.size ?? 0));

  return (
    <>
      <ol class="stack slots">
        {cards.map((group, index) => {
          const requirement = wanted[places[index] ?? index] ?? wanted[index];
          return (
            <Slot
              key={index}
              name={requirement ? groupWords(requirement) : ""}
              cards={drawn(group, standings)}
              isAt={index === at}
              isWrong={wrong.has(index)}
              onGo={() => change((now) => goTo(now, index))}
              onRemove={(card) => change((now) => removeCard(now, index, card))}
            />
          );
        })}
      </ol>
      <Spoken edition={edition} ruling={ruling}>
        {verdict?.legal && (
          <Notice live title={yes(chosen)}>
            <Ruled
              sentences={standings.filter((one) => one !== null).map(layDownReason)}
              edition={edition}
            />
            {verdict.extra_cards > 0 && (
              <p>
                {tn(
                  "{count} card more than the Phase asks for: laid down and hit at once.",
                  "{count} cards more than the Phase asks for: laid down and hit at once.",
                  verdict.extra_cards,
                )}
              </p>
            )}
            {verdict.ambiguous && (
              <p>{t("It can lie in more than one way: tap the one that is meant.")}</p>
            )}
            {verdict.choices.map(
              (open, place) =>
                open.length > 0 && (
                  <Standings
                    key={place}
                    standings={open}
                    onChoice={(standing) => {
                      const index = places.indexOf(place);
                      if (index < 0) return;
                      change((now) => ({ ...now, cards: now.cards.with(index, standing.cards) }));
                    }}
                  />
                ),
            )}
          </Notice>
        )}
        {verdict && !verdict.legal && (
          <Refusal
            edition={edition}
            title={isShort ? t("Not yet.") : t("No.")}
            isCalm={faults.length === 0}
            problems={verdict.problems}
            suggestion={verdict.suggestion}
            onSuggestion={(card) =>
              change((now) => (verdict.suggestion ? followed(now, verdict.suggestion, card) : now))
            }
          />
        )}
      </Spoken>
    </>
  );
}

function yes({ phase }: Chosen): string {
  return phase
    ? t("Yes, this is Phase {number}.", { number: phase.phase })
    : t("Yes, this can be laid down.");
}
