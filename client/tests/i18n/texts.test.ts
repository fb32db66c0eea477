import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Language, language, preferredLanguage, t, tc, tn, useLanguage } from "../../src/i18n";
import {
  dayAndTimeWords,
  dayWords,
  numberWords,
  percentWords,
  signedNumber,
  whenWords,
} from "../../src/i18n/formats";
import { listed } from "../../src/i18n/names";

const root = { lang: "" };

beforeEach(() => vi.stubGlobal("document", { documentElement: root }));
afterEach(async () => {
  await useLanguage("en");
});

test("values take their places, and unknown places stay", () => {
  expect(t("{name} has {points} points, {other}", { name: "Nora", points: 0 })).toBe(
    "Nora has 0 points, {other}",
  );
});

test("a name written from the right leaves the sentence alone", () => {
  expect(t("{name} deals", { name: "נורה" })).toBe("\u2068נורה\u2069 deals");
  expect(t("{name} deals", { name: "Zoë 🎲" })).toBe("Zoë 🎲 deals");
});

test("a placeholder in a name is not replaced in turn", () => {
  expect(t("{name} and {other}", { name: "{other}", other: "Mia" })).toBe("{other} and Mia");
});

test("English counts one and many", () => {
  const rounds = (count: number) => tn("{count} round", "{count} rounds", count);
  expect([0, 1, 2, 1200].map(rounds)).toEqual([
    "0\u00a0rounds",
    "1\u00a0round",
    "2\u00a0rounds",
    "1,200\u00a0rounds",
  ]);
});

test.each<[string[], Language]>([
  [["de-AT", "en"], "de"],
  [["nl", "fr-CA", "en"], "fr"],
  [["ES"], "es"],
  [["nl", "toString"], "en"],
  [[], "en"],
])("of %j the phone speaks %s", (wanted, expected) => {
  expect(preferredLanguage(wanted)).toBe(expected);
});

test("the page says its language, and the last choice wins", async () => {
  await Promise.all([useLanguage("de"), useLanguage("fr")]);
  expect([language.value, root.lang]).toEqual(["fr", "fr"]);
});

test("texts are translated, by their context if they have one; English comes back", async () => {
  const texts = () => [t("Cancel"), tc("player", "went out"), t("no such text")];
  await useLanguage("fr");
  expect(texts()).toEqual(["Annuler", "a terminé", "no such text"]);
  expect(tc("on a card", "no such text")).toBe("no such text");
  await useLanguage("en");
  expect(texts()).toEqual(["Cancel", "went out", "no such text"]);
});

test("French counts none as one", async () => {
  await useLanguage("fr");
  const points = (count: number) => tn("{count} point", "{count} points", count);
  expect([0, 1, 2].map(points)).toEqual(["0\u00a0point", "1\u00a0point", "2\u00a0points"]);
});

test("numbers have the signs of the language, and one minus everywhere", async () => {
  expect([numberWords(-2.5, 1), numberWords(2.5), percentWords(125)]).toEqual([
    "−2.5",
    "3",
    "125%",
  ]);
  expect([5, 0, -5].map(signedNumber)).toEqual(["+5", "0", "−5"]);
  await useLanguage("de");
  expect(numberWords(1234.5, 1)).toBe("1.234,5");
  vi.stubGlobal("navigator", { languages: ["fr-CH", "de-CH"] });
  expect(numberWords(0.5, 1)).toBe("0.5");
});

test("names are a list in the language", async () => {
  await useLanguage("de");
  expect(listed(["Nora", "נורה", "Mia"])).toBe("Nora, \u2068נורה\u2069 und Mia");
});

const NOW = new Date("2026-11-22T20:00:00");

test.each([
  ["2026-11-22T14:05:00", "2:05 PM"],
  ["2026-11-22T09:00:00", "9:00 AM"],
  ["2026-11-23T14:05:00", "2:05 PM"], // a clock that is wrong
  ["2026-11-21T23:59:00", "yesterday"],
  ["2026-11-19T08:00:00", "Thursday"],
  ["2026-11-15T21:00:00", "in November"],
  ["2026-03-01T12:00:00", "in March"],
  ["2024-12-31T12:00:00", "2024"],
])("%s was %s", (at, expected) => {
  expect(whenWords(at, NOW).replaceAll("\u202f", " ")).toBe(expected);
});

test("after midnight, the evening is not yesterday yet", () => {
  const late = new Date("2026-11-23T00:40:00");
  expect(whenWords("2026-11-22T21:05:00", late).replaceAll("\u202f", " ")).toBe("9:05 PM");
  expect(whenWords("2026-11-22T14:05:00", late)).toBe("yesterday");
});

test("days are written as the server writes them", () => {
  expect(dayWords("2025-11-05T12:00", NOW)).toBe("5\u00a0November 2025");
  expect(dayAndTimeWords("2025-11-05T14:05").replaceAll("\u202f", " ")).toBe(
    "5\u00a0November 2025, 2:05 PM",
  );
});

test("dates are written in the language", async () => {
  await useLanguage("de");
  expect(whenWords("2026-11-21T08:00:00", NOW)).toBe("gestern");
  expect(whenWords("2026-11-19T08:00:00", NOW)).toBe("Donnerstag");
  expect(dayWords("2026-11-05", NOW)).toBe("5.\u00a0November");
  expect(dayWords("2025-11-05", NOW)).toBe("5.\u00a0November 2025");
});
