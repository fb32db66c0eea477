/** The settings of a game before and after a change. Pure. */

import { type Handicap, handicapWords } from "../../components/handicap_words";
import { isolated, t, tn } from "../../i18n";
import type { Schemas } from "../../server/problems";
import { HOUSE_RULES } from "../house_rules";
import type { Difference, NameOf } from "./difference";

type Settings = Schemas["GameSettings"];

/** The settings that are different. */
export function settingDifferences(
  before: Settings,
  after: Settings,
  nameOf: NameOf,
): Difference[] {
  const was = inWords(before, nameOf);
  const is = inWords(after, nameOf);
  return [...new Map([...was, ...is])].flatMap(([key, { what }]): Difference[] => {
    const [old, now] = [was.get(key)?.value ?? null, is.get(key)?.value ?? null];
    return old === now ? [] : [{ what, before: old, after: now }];
  });
}

/** What players began with, if not like everybody else. */
export function handicapDifferences(
  { players, handicaps }: Settings,
  nameOf: NameOf,
): Difference[] {
  return players.flatMap((player, seat): Difference[] => {
    const handicap = handicaps?.[seat];
    if (!handicap) return [];
    return [{ what: nameOf(player), before: null, after: beginsWith(handicap) }];
  });
}

function beginsWith({ phase, total }: Handicap): string {
  if (phase === 1) return tn("begins with {count} point", "begins with {count} points", total);
  const points = total > 0 ? `, ${tn("{count} point", "{count} points", total)}` : "";
  return t("begins at Phase {number}", { number: phase }) + points;
}

type Setting = readonly [key: string, { what: string; value: string }];

function inWords(settings: Settings, nameOf: NameOf): Map<string, Setting[1]> {
  const { variant, phases, players, handicaps, first_dealer, turns_logged, house_rules } = settings;
  const seats = players.map((player) => isolated(nameOf(player))).join(", ");
  return new Map([
    ["variant", { what: t("Variant"), value: VARIANTS[variant]() }],
    ...phases.map(
      (groups, index): Setting => [
        `phase ${index}`,
        {
          what: t("Phase {number}", { number: index + 1 }),
          value: groups.map(groupInWords).join(" + "),
        },
      ],
    ),
    ["players", { what: t("Seats"), value: seats }],
    ...players.flatMap((player, seat): Setting[] => {
      const handicap = handicaps?.[seat];
      if (!handicap) return [];
      const what = t("Handicap of {name}", { name: nameOf(player) });
      return [[`handicap of ${player}`, { what, value: handicapWords(handicap) }]];
    }),
    ["first_dealer", { what: t("First dealer"), value: nameOf(first_dealer) }],
    ["turns_logged", { what: t("Every turn is logged"), value: onOrOff(turns_logged) }],
    ...HOUSE_RULES.map(
      ({ rule, title, usual }): Setting => [
        rule,
        { what: title(), value: onOrOff(house_rules[rule] ?? usual) },
      ],
    ),
  ]);
}

const VARIANTS: Record<Settings["variant"], () => string> = {
  standard: () => t("Standard"),
  fixed_rounds: () => t("Fixed rounds"),
};

const GROUPS: Record<Schemas["GroupKind"], (count: number) => string> = {
  set: (count) => t("set of {count}", { count }),
  run: (count) => t("run of {count}", { count }),
  color_run: (count) => t("color run of {count}", { count }),
  color: (count) => tn("{count} card of one color", "{count} cards of one color", count),
  odd: (count) => tn("{count} odd card", "{count} odd cards", count),
  even: (count) => tn("{count} even card", "{count} even cards", count),
  odd_run: (count) => t("odd run of {count}", { count }),
  even_run: (count) => t("even run of {count}", { count }),
  pair_run: (count) => tn("run of {count} pair", "run of {count} pairs", count),
};

/** What a Phase asks for; a run of pairs counts pairs, every other group cards. */
function groupInWords({ kind, size }: Schemas["GroupRequirement"]): string {
  return GROUPS[kind](kind === "pair_run" ? size / 2 : size);
}

function onOrOff(value: boolean): string {
  return value ? t("on") : t("off");
}
