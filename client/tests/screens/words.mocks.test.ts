/** Every choice, kind and action has words of its own, in German, too. */

import { beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("../../src/store", () => ({ groups: { value: [{ id: "g1", name: "Thursdays" }] } }));

import { useLanguage } from "../../src/i18n";
import { groupName, scopeChoices, scopeWords } from "../../src/screens/access_tokens/scopes";
import { deviceName } from "../../src/screens/devices/device_name";
import { GROUP_KINDS } from "../../src/screens/group_kinds";
import { settingDifferences } from "../../src/screens/history/settings";
import { HOUSE_RULES } from "../../src/screens/house_rules";
import { FORMATS, kindWords as fileWords, meaningsOf } from "../../src/screens/import/words";
import { codeIn, codeWords } from "../../src/screens/join/code";
import { news } from "../../src/screens/me/news";
import { groupWords } from "../../src/screens/referee/group_words";
import { hitReason, layDownReason } from "../../src/screens/referee/reasons";
import { mayScore, ownsGroup } from "../../src/screens/roles";
import { laidDownQuestion } from "../../src/screens/round_entry/laid_down_question";
import * as players from "../../src/screens/round_entry/players";
import * as figures from "../../src/screens/statistics/words";
import { groupWords as lyingWords, playWords } from "../../src/screens/table/words";
import { actionWords, lossWords, troubleWords } from "../../src/screens/trouble/words";
import { variantOptions } from "../../src/screens/variants";
import type { Action, Group, Schemas } from "../../src/store";
import { comingRound, game, player, stint } from "./games";

type Standing = Parameters<typeof hitReason>[0];
type Lying = Parameters<typeof lyingWords>[0];

const KINDS = Object.keys(GROUP_KINDS) as Standing["kind"][];
const standing = (kind: Standing["kind"], more: Partial<Standing> = {}) => ({
  ...{ kind, size: 6, number: null, low: null, high: null },
  ...more,
});
const act = (kind: string, more: object = {}) => ({ kind, player: "nora", ...more }) as Action;
const named = { name: "Nora", body: { number: 3, name: "Nora" }, number: 3, round: 3 };
const ACTIONS = [
  ...["recordRound", "correctRound", "takeBackRound", "decide", "changeGame", "addToGame"],
  ...["leaveGame", "startDraft", "enterLine", "play", "takeBackPlay"],
  ...["createGroup", "startGame", "addPlayer", "changePlayer", "deletePlayer", "mergePlayers"],
  ...["changeGroup", "changeRole", "removeMember", "handOver", "deleteGroup", "changeMe"],
].map((kind) => act(kind, named));
const settings = (more: object = {}) =>
  ({
    ...{ variant: "standard", phases: [], players: ["nora"], first_dealer: "nora" },
    ...{ turns_logged: false, house_rules: {}, ...more },
  }) as unknown as Schemas["GameSettings"];
const asking = (size: number) => [KINDS.map((kind) => ({ kind, size }))];
const play = (kind: string, more: object = {}) =>
  ({ kind, player: "nora", cards: ["R7"], skips: null, pile: null, ...more }) as never;

/** What is said of whole lists, and which is never said twice. */
const LISTS: Record<string, () => readonly string[]> = {
  scopes: () => scopeChoices().flatMap(({ label, hint }) => [label, hint]),
  "formats of files": () => Object.values(FORMATS).map((words) => words()),
  "layouts of files": () =>
    ["rounds", "games", "lines"].map((layout) => fileWords({ format: "csv", layout } as never)),
  "meanings of columns": () => meaningsOf("", "").map(({ label }) => label),
  "kinds of groups": () => Object.values(GROUP_KINDS).map((words) => words()),
  "house rules": () => HOUSE_RULES.flatMap(({ title, hint }) => [title(), hint()]),
  variants: () => variantOptions().flatMap(({ label, hint }) => [label, hint]),
  news,
  groups: () => KINDS.map((kind) => groupWords({ kind, size: 6 })),
  actions: () => ACTIONS.map((action) => actionWords(action, game())),
  losses: () =>
    ["createGroup", "startGame", "recordRound", "decide"].map((kind) => lossWords(act(kind))),
  amounts: () =>
    (["games", "rounds", "points", "phases"] as const).map((unit) => figures.amountWords(2, unit)),
  settings: () => {
    const one = settings({ phases: asking(4) });
    const rules = Object.fromEntries(HOUSE_RULES.map(({ rule, usual }) => [rule, !usual]));
    const other = settings({
      ...{ variant: "fixed_rounds", phases: asking(6), players: ["nora", "mia"] },
      ...{ first_dealer: "mia", turns_logged: true, house_rules: rules },
    });
    const found = settingDifferences(one, other, (id) => id);
    expect(found).toHaveLength(5 + HOUSE_RULES.length);
    const phase = found.find(({ what }) => what.endsWith("1"));
    return [...found.map(({ what }) => what), ...(phase?.after?.split(" + ") ?? [])];
  },
  plays: () =>
    [
      ...["lay_down", "hit", "discard", "draw", "flip"].map((kind) => play(kind)),
      ...[play("note", { text: "Ha" }), play("draw", { pile: "draw_pile" })],
      ...[play("discard", { skips: "jonas" }), play("discard", { cards: [] })],
      ...[play("discard", { player: null }), play("hit", { player: null })],
    ].map((one) => playWords(game(), one)),
};

beforeEach(() => void vi.stubGlobal("document", { documentElement: {} }));
beforeEach(() => useLanguage("en"));

describe("in every language, there are words for all", () => {
  test.each(Object.entries(LISTS))("%s", async (_of, list) => {
    const english = list();
    await useLanguage("de");
    const german = list();
    for (const words of [english, german]) {
      expect(words.filter((text) => text.trim() === "" || /[{}]|undefined/.test(text))).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
    const same = german.filter((text, index) => text === english[index]);
    expect(same.length).toBeLessThan(german.length / 2); // "Phase" and "Workbook (XLSX)"
  });
});

test("what an action was about is named", () => {
  const about = (kind: string) => actionWords(act(kind, named), game());
  expect(about("recordRound")).toBe("Round 3 as entered here was not taken.");
  for (const kind of ["leaveGame", "enterLine", "addToGame", "createGroup", "changePlayer"]) {
    expect(about(kind)).toContain("Nora");
  }
  const group = { players: [{ id: "nora", name: "Nora" }] } as Group;
  expect(actionWords(act("deletePlayer"), undefined, group)).toBe("Nora was not deleted.");
  expect(actionWords(act("deletePlayer"))).toBe("? was not deleted.");
});

test("a token says what it is for, and in which group", () => {
  const token = (scopes: string[], group: string | null = null) => ({ scopes, group }) as never;
  expect(scopeWords(token(["referee", "read"]))).toBe("Read, Ask the referee");
  expect([null, "g1", "g2"].map((group) => groupName(token([], group)))).toEqual([
    ...[null, "Thursdays", "one group"],
  ]);
  expect(deviceName({ device: "" } as never)).toBe("A device without a name");
  expect(deviceName({ device: "iPad · Safari" } as never)).toBe("iPad · Safari");
});

test("a column can be the scores of a player: by its heading, or as it was read", () => {
  const players = (heading: string, readAs: string) =>
    meaningsOf(heading, readAs).filter(({ value }) => value.startsWith("player:"));
  expect(players("Nora", "player:Nora").map(({ value }) => value)).toEqual(["player:Nora"]);
  expect(players("N.", "player:Nora").map(({ label }) => label)).toEqual([
    "Scores of Nora",
    "Scores of N.",
  ]);
  expect(players("N.", "points")).toHaveLength(1);
  expect(meaningsOf("", "")[0]?.value).toBe("ignore");
  expect(fileWords({ format: "csv", layout: "games" } as never)).toBe(
    "Table (CSV), a line for each game",
  );
  expect(fileWords({ format: "ods", layout: null } as never)).toBe("ods");
});

test("house rules are shown where they matter", () => {
  const mattering = (edition: string, kind: string) =>
    HOUSE_RULES.filter(({ matters }) =>
      matters({
        edition,
        phases: [{ groups: [{ kind: "set" }, { kind }] }, { groups: [] }],
      } as never),
    ).length;
  expect([mattering("classic", "set"), mattering("classic", "pair_run")]).toEqual([3, 4]);
  expect([mattering("flip", "set"), mattering("flip", "pair_run")]).toEqual([4, 5]);
});

test("a code is read from whatever was pasted, and read out in groups of four", () => {
  expect(codeIn("https://tableside.example.org/join/abcd2345/?from=chat")).toBe("ABCD2345");
  expect(codeIn(" abcd–23 45-")).toBe("ABCD2345");
  expect(codeWords("abcd23456")).toBe("ABCD-2345-6");
  expect(codeWords("abcd")).toBe("ABCD");
});

test("owners and scorers may score, and only owners decide about people", () => {
  const roles = ["owner", "scorer", "viewer", null] as const;
  expect(roles.map(mayScore)).toEqual([true, true, false, false]);
  expect(roles.map(ownsGroup)).toEqual([true, false, false, false]);
});

test("the referee says what a group is, and by which rule", () => {
  expect(groupWords({ kind: "color_run", size: 4 })).toBe("Color run of 4");
  expect(layDownReason(standing("run", { low: 3, high: 8 })).message).toBe("Run of 6 · 3–8");
  expect(layDownReason(standing("set", { number: 7 })).message).toBe("Set of 6 · 7");
  expect(layDownReason(standing("set")).message).toBe("Set of 6");
  expect(hitReason(standing("set", { number: 7 })).message).toBe("Then it is: Set of 6 · 7");
  const rules = KINDS.map((kind) => [
    layDownReason(standing(kind)).rule_entry,
    hitReason(standing(kind)).rule_entry,
  ]);
  const parity = "odd-and-even";
  expect(rules).toEqual([
    ["set", "what-fits"],
    ["run", "ends-of-a-run"],
    ["one-color", "ends-of-a-run"],
    ["one-color", "what-fits"],
    [parity, "what-fits"],
    [parity, "what-fits"],
    [parity, "ends-of-a-run"],
    [parity, "ends-of-a-run"],
    ["pair-run", "hit-pair-run"],
  ]);
});

test("figures say what they are over; a dash is over nothing", () => {
  const line = { games: 8, part_games: 0, wins: 5, expected_wins: 2.25 };
  expect(figures.winsWords(line)).toBe("5 of 8\u00a0games won, fair share 2.3");
  expect(figures.winsWords({ ...line, games: 1 })).toBe("5 of 1\u00a0game won, fair share 2.3");
  expect(figures.winsWords({ ...line, games: 0, part_games: 2 })).toBe("2\u00a0games in part");
  expect(figures.winsWords({ ...line, games: 0, part_games: 1 })).toBe("1\u00a0game in part");
  expect(figures.placesWords([{ place: 2 }, { place: 1 }] as never)).toBe(
    "Places in the latest games: 2, 1",
  );
  const average = (value: number | null) => ({ value, over: 4 }) as Schemas["Average"];
  expect([2.25, null].map((value) => figures.averageWords(average(value)))).toEqual(["2.3", "–"]);
  expect([0.256, null].map((value) => figures.shareWords(average(value)))).toEqual(["26%", "–"]);
  const share = { value: 0.5, over: 4, low: 0.214, high: 0.786 } as Schemas["Share"];
  expect(figures.likelyWords(share)).toBe("in the long run likely 21% to 79%");
  expect(figures.likelyWords({ ...share, over: 0 })).toBeNull();
  expect(figures.likelyWords({ value: 0.5, over: 4 } as Schemas["Share"])).toBeNull();
  expect([1, 10].map((count) => figures.kindWords("standard", count))).toEqual([
    "1\u00a0Phase",
    "10\u00a0Phases",
  ]);
  expect([1, 10].map((count) => figures.kindWords("fixed_rounds", count))).toEqual([
    "1\u00a0Phase in fixed rounds",
    "10\u00a0Phases in fixed rounds",
  ]);
  expect(
    (["games", "rounds", "points", "phases"] as const).map((unit) => figures.amountWords(1, unit)),
  ).toEqual(["1\u00a0game", "1\u00a0round", "1\u00a0point", "1\u00a0Phase"]);
  const titled = (number: number | null) => figures.phaseTitle({ number, name: "2 sets" } as never);
  expect([titled(3), titled(null)]).toEqual(["Phase 3", "2 sets"]);
});

test("a group on the table says what it is, and what gave it its color", () => {
  const lying = (more: object) =>
    lyingWords(
      {
        kind: "set",
        number: null,
        low: null,
        high: null,
        color: null,
        cards: ["B8", "W"],
        ...more,
      } as Lying,
      [],
    );
  expect(lying({ number: 7 })).toBe("Set · 7");
  expect(lying({ kind: "run", low: 5, high: 8 })).toBe("Run · 5–8");
  expect(lying({ kind: "run", low: 5 })).toBe("Run");
  expect(lying({ kind: "color", color: "B" })).toMatch(/^Cards of one color · \S+ Blue$/);
  expect(lying({ irregular: true })).toBe("Against the referee");
  expect(playWords(game(), play("hit", { player: null }))).toBe("Somebody added Red 7");
  expect(playWords(game(), play("discard", { skips: "jonas" }))).toBe("Nora skips Jonas");
});

test("only a round that two phones recorded is said to be recorded twice", () => {
  const problem = { detail: "Somebody has changed this game.", errors: [] };
  const words = (kind: string, more: object = {}) =>
    troubleWords({ kind, problem, theirs: { number: 3 }, ...more } as never);
  expect(words("same_round")).toBe("Round 3 was recorded on another phone, too.");
  expect(words("changed")).toBe(problem.detail); // such as a correction of a round
  const errors = [{ message: "Nora has no line." }];
  expect(words("refused", { theirs: null, problem: { ...problem, errors } })).toBe(
    "Nora has no line.",
  );
});

test("whoever is not in the round is named with the reason", () => {
  const next = comingRound(4, { playing: ["nora"] });
  const all = [
    player("ida", 3, { phase: null, stints: [stint(6)] }),
    player("nora", 1, { phase: null, stints: [stint(1)] }),
    player("jonas", 0, { at_table: false, stints: [stint(1)] }),
    player("mia", 2, { stints: [stint(4)] }),
  ];
  const playing = game({ players: all, next_round: next, phases: [{}, {}] as never });
  const why = (of: typeof playing) => players.absentFrom(of).map((one) => [one.id, one.why]);
  expect(why(playing)).toEqual([
    ["jonas", "has left"],
    ["mia", "not in this round"],
    ["ida", "joins in round 6"],
  ]);
  expect(why({ ...playing, next_round: { ...next, tie_break: true } })[1]?.[1]).toBe(
    "not in the tie-break",
  );
  const over = { ...playing, next_round: null, rounds: Array(5) };
  expect(why(over).map(([, reason]) => reason)).toEqual([
    ...["has left", "not in this round", "not in this round", "joins in round 6"],
  ]);
  expect(players.roundPlayers(playing)).toMatchObject([{ id: "nora", name: "Nora", phase: 2 }]);
  expect(players.roundPlayers(playing, true)).toMatchObject([{ phase: null }]);
  expect(players.namesIn(playing, ["nora", "ida"])).toBe("Nora and Ida");
  expect(laidDownQuestion({ name: "Nora", phase: null } as never)).toBe("Did Nora lay down?");
  expect(laidDownQuestion({ name: "Nora", phase: 5 } as never)).toBe("Did Nora lay down Phase 5?");
});
