import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { handicapWords } from "../../components/handicap_words";
import { Select } from "../../components/select";
import { t, tn } from "../../i18n";
import { DOT } from "../../i18n/formats";
import { isolated } from "../../i18n/names";
import type { Schemas } from "../../store";
import { useAnswer } from "../statistics/answers";
import { odds } from "../statistics/questions";
import { type Handicap, handicapsOf, type NewGame, phaseCount, withHandicap } from "./form";
import { rated } from "./odds";

interface Props {
  form: NewGame;
  change: (form: NewGame) => void;
}

const MOST_POINTS = 200;

/** Who begins at a later Phase, or with points; what the ratings suggest is a tap away. */
export function Handicaps({ form, change }: Props) {
  const [open, setOpen] = useState(false);
  const isFixed = form.variant === "fixed_rounds";
  const begins = handicapsOf(form);
  const isRated = form.group !== null && form.seats.every(({ known }) => known);
  return (
    <Disclosure
      title={t("Handicap")}
      value={inWords(form, begins) || t("None")}
      onOpen={() => setOpen(true)}
    >
      <p class="faint">
        {isFixed
          ? t("With fixed rounds, the stronger ones can begin with points.")
          : t(
              "A child or a beginner can begin at a later Phase, a stronger player with points. Points decide only between players on the same Phase.",
            )}
      </p>
      {form.seats.map(({ id, name }, index) => {
        const { phase, total } = begins[index] ?? { phase: 1, total: 0 };
        return (
          <fieldset key={id} class="handicap">
            <legend>
              <bdi>{name}</bdi>
            </legend>
            {!isFixed && (
              <Select
                label={t("Phase")}
                options={numbers(1, phaseCount(form), 1)}
                value={String(phase)}
                onChange={(to) => change(withHandicap(form, id, { phase: Number(to), total }))}
              />
            )}
            <Select
              label={t("Points")}
              options={numbers(0, Math.max(MOST_POINTS, total), 5)}
              value={String(total)}
              onChange={(to) => change(withHandicap(form, id, { phase, total: Number(to) }))}
            />
          </fieldset>
        );
      })}
      {open && isRated && form.group && form.seats.length > 1 && (
        <Suggestion form={form} group={form.group} change={change} />
      )}
    </Disclosure>
  );
}

/** What would make the game more even, by the ratings; nothing while nobody can be asked. */
function Suggestion({ form, group, change }: Props & { group: string }) {
  const { edition, variant } = form;
  const players = form.seats.map(({ id }) => ({ id, handicap: null }));
  const { value } = useAnswer(odds(group, { edition, variant, phases: phaseCount(form), players }));
  if (!value) return null;
  if (value.too_few_games.length > 0) {
    return (
      <p class="faint">
        {tn(
          "Suggestions need {count} game of {edition} from everybody, played to its end.",
          "Suggestions need {count} games of {edition} from everybody, played to their end.",
          value.min_games,
          { edition: rated(form) },
        )}
      </p>
    );
  }
  const suggested = suggestedFor(form, value);
  if (!suggested.some(Boolean)) {
    return <p class="faint">{t("By the ratings, nobody needs a handicap.")}</p>;
  }
  const isUsed = JSON.stringify(suggested) === JSON.stringify(handicapsOf(form));
  return (
    <div class="row handicap-suggestion">
      <p>{t("By the ratings: {suggestion}", { suggestion: inWords(form, suggested) })}</p>
      <Button
        small
        disabled={isUsed}
        onClick={() =>
          change(
            form.seats.reduce(
              (all, { id }, index) => withHandicap(all, id, suggested[index] ?? null),
              form,
            ),
          )
        }
      >
        {isUsed ? t("Chosen") : t("Use this")}
      </Button>
    </div>
  );
}

/** The suggestions in the order of the seats. */
function suggestedFor(form: NewGame, { players }: Schemas["Odds"]): (Handicap | null)[] {
  const of = new Map(players.map((one) => [one.player.id, one.suggested_handicap]));
  return form.seats.map(({ id }) => of.get(id) ?? null);
}

/** "Mia: Phase 4 · Nora: 20 points"; empty if nobody has any. */
function inWords(form: NewGame, handicaps: readonly (Handicap | null)[]): string {
  return form.seats
    .flatMap(({ name }, index) => {
      const handicap = handicaps[index];
      return handicap ? `${isolated(name)}: ${handicapWords(handicap)}` : [];
    })
    .join(DOT);
}

function numbers(from: number, to: number, step: number): { value: string; label: string }[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const number = String(from + index * step);
    return { value: number, label: number };
  });
}
