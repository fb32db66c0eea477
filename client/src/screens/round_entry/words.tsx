/** What the referee says while a round is typed: a question, a refusal, and the way to overrule. */

import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Cards } from "../../components/card";
import { Notice } from "../../components/notice";
import { RuleText } from "../../components/rule_text";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { isolated } from "../../i18n/names";
import { lineOf, pointsOf, saidOf, sayLaidDown, sayOverrule } from "../../store/typed/round";
import { useKeptInView } from "./keep_in_view";
import { laidDownQuestion } from "./laid_down_question";
import { nearestCounts } from "./nearest_counts";
import { OverruleDialog } from "./overrule_dialog";
import type { RoundForm } from "./round_form";
import type { EntryPlayer, Tally } from "./tally";

interface Props {
  form: RoundForm;
  tally: Tally;
  players: readonly EntryPlayer[];
  /** Whether the table can insist here. */
  mayOverrule?: boolean;
}

export function Words({ form, tally, players, mayOverrule = true }: Props) {
  const [isOverruling, setOverruling] = useState(false);
  const words = useKeptInView();
  const typed = form.typed.value;
  if (typed.out === null && typed.at === null) return <div ref={words} class="entry-said" />;
  const player = players.find(({ id }) => id === typed.at);
  const overrule = mayOverrule && (
    <Button small onClick={() => setOverruling(true)}>
      {t("Keep it")}
    </Button>
  );
  return (
    <div ref={words} class="entry-said">
      {player && form.stateOf(player.id).is === "either" && (
        <Question form={form} player={player} />
      )}
      {player && form.isRefused(player.id) && (
        <Refusal form={form} tally={tally} player={player} action={overrule} />
      )}
      {mayOverrule && form.isComplete && typed.overrule === "" && (
        <RoundProblems form={form} tally={tally} action={overrule} />
      )}
      {typed.overrule !== "" && (
        <Notice
          title={t("The referee is overruled:")}
          actions={
            <Button small onClick={() => form.change((now) => sayOverrule(now, ""))}>
              {t("Let the referee decide")}
            </Button>
          }
        >
          <span dir="auto">{typed.overrule}</span>
        </Notice>
      )}
      {isOverruling && (
        <OverruleDialog form={form} players={players} onClose={() => setOverruling(false)} />
      )}
    </div>
  );
}

/** The points leave open whether the player laid down. */
function Question({ form, player }: { form: RoundForm; player: EntryPlayer }) {
  const points = pointsOf(lineOf(form.typed.value, player.id), form.known.value.prices) ?? 0;
  const say = (laidDown: boolean) =>
    form.change((typed) => form.onward(sayLaidDown(typed, player.id, laidDown)));
  const isOpen = form.isInsisted(player.id);
  const answers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) answers.current?.querySelector("button")?.focus();
  }, [isOpen]);
  return (
    <Notice
      live
      tone={isOpen ? "no" : "say"}
      title={t("{points} is possible either way.", { points: numberWords(points) })}
      actions={
        <div ref={answers} class="entry-choices">
          <Button small onClick={() => say(true)}>
            {t("Laid down")}
          </Button>
          <Button small onClick={() => say(false)}>
            {t("Did not")}
          </Button>
        </div>
      }
    >
      {laidDownQuestion(player)}
    </Notice>
  );
}

interface RefusalProps {
  form: RoundForm;
  tally: Tally;
  player: EntryPlayer;
  action: ComponentChildren;
}

/** The count cannot be: why, and the nearest ones that can. */
function Refusal({ form, tally, player, action }: RefusalProps) {
  const typed = form.typed.value;
  const verdict = tally.verdict.value;
  const problems = verdict?.typed === typed ? verdict.answer?.problems : undefined;
  const problem = problems?.find((one) => one.player === player.id || one.player === null);
  const line = lineOf(typed, player.id);
  const points = pointsOf(line, form.known.value.prices) ?? 0;
  const open = form.known.value.possible?.[player.id];
  const nearest = line.cards || !open ? [] : nearestCounts(points, saidOf(typed, player.id), open);
  return (
    <Notice
      tone="no"
      live
      actions={
        <>
          <div class="entry-choices">
            {nearest.map((count) => (
              <Button
                small
                key={count}
                aria-label={t("{points} points instead", { points: numberWords(count) })}
                onClick={() => form.replacePoints(count)}
              >
                <span class="number">{numberWords(count)}</span>
              </Button>
            ))}
            {line.laid_down !== null && (
              <Button small onClick={() => form.change((now) => sayLaidDown(now, player.id, null))}>
                {t("Let the points decide")}
              </Button>
            )}
            {action}
          </div>
          {problem?.rule_entry && <RuleText entry={problem.rule_entry} />}
        </>
      }
    >
      {problem
        ? problem.message
        : t("{name} cannot have {points} points.", {
            name: isolated(player.name),
            points: numberWords(points),
          })}
      {problem && problem.cards.length > 0 && <Cards cards={problem.cards} small />}
    </Notice>
  );
}

/** What is wrong although each line can be: the hands together, or that nobody went out. */
function RoundProblems(props: { form: RoundForm; tally: Tally; action: ComponentChildren }) {
  const verdict = props.tally.verdict.value;
  if (verdict?.typed !== props.form.typed.value) return null;
  if (!verdict.answer) {
    return (
      <p class="faint small">{t("Nobody can check this now. It is saved and checked later.")}</p>
    );
  }
  const { problems } = verdict.answer;
  if (problems.length === 0) return null;
  return (
    <Notice tone="no" live actions={props.action}>
      {problems.map(({ message, cards, rule_entry }) => (
        <Fragment key={message}>
          <p>{message}</p>
          {cards.length > 0 && <Cards cards={cards} small />}
          {rule_entry && <RuleText entry={rule_entry} />}
        </Fragment>
      ))}
    </Notice>
  );
}
