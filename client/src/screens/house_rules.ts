/** The house rules in words, for the screens that set or show them. */

import { t } from "../i18n";
import type { Schemas } from "../store/actions/actions";

type HouseRule = keyof Schemas["HouseRuleSettings"];
type Settled = Pick<Schemas["GameDetail"], "edition" | "phases">;

interface HouseRuleWords {
  rule: HouseRule;
  title: () => string;
  /** What it means, in one line. */
  hint: () => string;
  /** Whether the rulebook has it on. */
  usual: boolean;
  /** Whether it makes a difference in a game. */
  matters: (game: Settled) => boolean;
}

export const HOUSE_RULES: readonly HouseRuleWords[] = [
  {
    rule: "oversize_groups",
    title: () => t("Groups may have more cards than asked"),
    hint: () => t("A run of 6 where the Phase asks for 4: laid down and hit at once."),
    usual: true,
    matters: () => true,
  },
  {
    rule: "number_card_per_group",
    title: () => t("Every group needs a number card"),
    hint: () => t("Otherwise one in the whole Phase is enough."),
    usual: false,
    matters: () => true,
  },
  {
    rule: "must_lay_down",
    title: () => t("Whoever can lay down must"),
    hint: () => t("Nobody may hold back a Phase. The table keeps an eye on it."),
    usual: false,
    matters: () => true,
  },
  {
    rule: "pair_run_singles",
    title: () => t("Single cards hit a run of pairs"),
    hint: () => t("Otherwise only whole pairs do."),
    usual: false,
    matters: ({ phases }) =>
      phases.some(({ groups }) => groups.some(({ kind }) => kind === "pair_run")),
  },
  {
    rule: "flip_on_going_out",
    title: () => t("A last Flip card turns the hands"),
    hint: () => t("Whoever goes out with a Flip symbol turns all hands before they are counted."),
    usual: true,
    matters: ({ edition }) => edition === "flip",
  },
];
