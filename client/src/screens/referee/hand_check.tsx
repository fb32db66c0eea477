import { type ComponentChildren, Fragment } from "preact";
import { Button } from "../../components/button";
import { Card, Cards } from "../../components/card";
import { Switch } from "../../components/field";
import { Notice } from "../../components/notice";
import { t, tn } from "../../i18n";
import { numberWords, percentWords } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { type Asked, kindsIn, lacksColors, withTable } from "./asked";
import { askHand, askScore } from "./asking";
import { groupWords } from "./group_words";
import { KindChoice } from "./kind_choice";
import { Slot } from "./slot";
import { FEWEST, goTo, removeCard, type Slots } from "./slots";
import type { Chosen, Subject } from "./subject";
import { useRuling } from "./use_ruling";
import { Spoken } from "./verdict";

const MOST_TABLE = 24; // groups, as in the schema

interface Props {
  subject: Subject;
  chosen: Chosen;
  asked: Asked;
  change: (asked: Asked) => void;
}

/** What can this hand do: lay down, hit, go out; or what is missing, and what it costs. */
export function HandCheck({ subject, chosen, asked, change }: Props) {
  const { hand: slots, kinds, isDown } = asked;
  const [hand = [], ...lying] = slots.cards;
  const { edition } = subject.edition;
  const table: Schemas["HitTarget"][] = lying.flatMap((cards, index) => {
    const kind = kinds[index];
    return kind && cards.length >= FEWEST ? [{ kind, cards: [...cards] }] : [];
  });
  const ruling = useRuling(
    hand.length > 0 && !lacksColors(asked, chosen.groups, [])
      ? {
          edition,
          phase: { groups: [...chosen.groups] },
          hand: [...hand],
          table,
          phase_laid: isDown,
          ...(subject.houseRules && { house_rules: subject.houseRules }),
        }
      : null,
    askHand,
  );
  const count = useRuling(hand.length > 0 ? { edition, cards: [...hand] } : null, askScore);
  const points = count?.answer?.data?.points;
  const answer = ruling?.answer?.data;
  const changeSlots = (next: Slots) => change({ ...asked, hand: next });
  const groupOf = ({ group, own }: { group: number | null; own: boolean }) =>
    group === null ? [] : ((own ? answer?.groups : table)?.[group]?.cards ?? []);

  return (
    <>
      <ol class="stack slots">
        {slots.cards.map((cards, index) => (
          <Slot
            key={index}
            name={index === 0 ? t("Your hand") : t("On the table")}
            cards={cards}
            isAt={index === slots.at}
            end={
              index === 0 ? (
                points !== undefined && (
                  <span class="slot-points number">
                    {tn("{count} point", "{count} points", points)}
                  </span>
                )
              ) : (
                <KindChoice
                  legend={t("Kind of group")}
                  kinds={kindsIn(subject.phases)}
                  value={kinds[index - 1] ?? "set"}
                  onChange={(kind) => change({ ...asked, kinds: kinds.with(index - 1, kind) })}
                />
              )
            }
            onGo={() => changeSlots(goTo(slots, index))}
            onRemove={(card) => changeSlots(removeCard(slots, index, card))}
          />
        ))}
      </ol>
      <Spoken edition={edition} ruling={ruling}>
        {answer && (
          <Notice live>
            <p>{answer.message}</p>
            <Analysis answer={answer} groupOf={groupOf} isDown={isDown} />
          </Notice>
        )}
      </Spoken>
      <div class="section">
        <Switch
          label={t("My Phase is down")}
          on={isDown}
          onChange={(on) => change({ ...asked, isDown: on })}
        />
        {lying.length === 0 && subject.lying.length > 0 && (
          <Button
            small
            onClick={() =>
              change(
                withTable(
                  asked,
                  subject.lying.map(({ group }) => group),
                ),
              )
            }
          >
            {t("With the groups on the live table")}
          </Button>
        )}
        {lying.length < MOST_TABLE && (
          <Button
            small
            onClick={() =>
              change({
                ...asked,
                kinds: [...kinds, kindsIn(subject.phases)[0] ?? "set"],
                hand: { cards: [...slots.cards, []], at: slots.cards.length },
              })
            }
          >
            {t("Add a group on the table")}
          </Button>
        )}
      </div>
    </>
  );
}

interface AnalysisProps {
  answer: Schemas["HandAnswer"];
  groupOf: (play: { group: number | null; own: boolean }) => readonly string[];
  isDown: boolean;
}

/** The referee's words once more as cards. */
function Analysis({ answer, groupOf, isDown }: AnalysisProps) {
  const { groups, plays, hits, outs, chance, going_out: goingOut, leftover } = answer;
  return (
    <>
      {groups.length > 0 && !isDown && (
        <Part title={t("Lay down")}>
          {groups.map((group, index) => (
            <Fragment key={index}>
              <p class="faint small">{groupWords(group)}</p>
              <Cards cards={group.cards} small />
            </Fragment>
          ))}
        </Part>
      )}
      {outs.length > 0 && (
        <Part
          title={t("One of these would do: {chance} with the next card", {
            chance: percentWords(Math.round(chance * 100)),
          })}
        >
          <ul class="wrapping referee-outs">
            {outs.map(({ card, unseen }) => (
              <li key={card}>
                <Card card={card} small />
                <small>{t("{count} left", { count: numberWords(unseen) })}</small>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {goingOut.length > 0 ? (
        <Part title={t("Go out")}>
          <Steps steps={goingOut.filter(({ action }) => action !== "lay_down")} groupOf={groupOf} />
        </Part>
      ) : (
        plays.length > 0 && (
          <Part title={t("Hit")}>
            <Steps steps={plays} groupOf={groupOf} />
          </Part>
        )
      )}
      {goingOut.length + plays.length === 0 && hits.length > 0 && (
        <Part title={t("Hit")}>
          <Steps
            steps={hits.map(({ card, ...where }) => ({ cards: [card], ...where }))}
            groupOf={groupOf}
          />
        </Part>
      )}
      {goingOut.length === 0 && (groups.length > 0 || isDown) && leftover.cards.length > 0 && (
        <Part
          title={tn("Left in hand: {count} point", "Left in hand: {count} points", leftover.points)}
        >
          <Cards cards={leftover.cards} small />
        </Part>
      )}
    </>
  );
}

interface Step {
  cards: readonly string[];
  group: number | null;
  own: boolean;
}

/** Each card with the group that takes it; without one it is discarded. */
function Steps({ steps, groupOf }: { steps: readonly Step[] } & Pick<AnalysisProps, "groupOf">) {
  return (
    <ol class="stack referee-steps">
      {steps.map((step, index) => (
        <li key={index}>
          <Cards cards={step.cards} small />
          <span aria-hidden="true">→</span>
          {step.group === null ? (
            <span>{t("discard pile")}</span>
          ) : (
            <Cards cards={groupOf(step)} small />
          )}
        </li>
      ))}
    </ol>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="referee-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
