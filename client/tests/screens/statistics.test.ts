import { describe, expect, it, vi } from "vitest";
import { useLanguage } from "../../src/i18n";
import { favourites } from "../../src/screens/new_game/chances";
import { type Answer, answer, type Counted, remember } from "../../src/screens/statistics/answers";
import {
  periodsAt,
  periodWords,
  shortDaysWords,
  weekdayWords,
} from "../../src/screens/statistics/periods";
import { placesOf, spansOf } from "../../src/screens/statistics/ranks";
import { Refused, type Schemas, Unreachable } from "../../src/server/api";
import { savedForm, saveForm } from "../../src/store";

const COUNTED = { counting: false, as_of: "2026-11-22T18:00:00Z" };
type Value = Counted & { wins: number };
const NOT_FOUND = new Refused({ status: 404, code: "not_found", detail: "" } as Schemas["Problem"]);

/** What is shown, one after the other, if these are the answers of the server. */
async function shownFor(answers: readonly (Value | Error)[], remembered?: Value, mayCome = false) {
  await saveForm("wins", remembered);
  const shown: Answer<Value>[] = [];
  const waiting = [...answers];
  const read = async () => {
    const next = waiting.shift() ?? new Error("asked too often");
    if (next instanceof Error) throw next;
    return next;
  };
  vi.useFakeTimers();
  const asking = answer({ name: "wins", read, mayCome }, (next) => shown.push(next) > 0);
  await vi.runAllTimersAsync();
  await asking;
  return shown.map(({ value, state }) => [value?.wins ?? null, state]);
}

describe("what is remembered", () => {
  it("are the answers that were asked for last", async () => {
    for (let number = 0; number < 60; number += 1) {
      await remember(`year ${number}`, number);
      await remember("leaderboard", number);
    }
    const years = Array.from({ length: 60 }, (_, number) => savedForm(`year ${number}`));
    const kept = (await Promise.all(years)).filter((one) => one !== undefined);
    expect([await savedForm("leaderboard"), kept.length, kept[0], kept.at(-1)]).toEqual([
      ...[59, 49, 11, 59],
    ]);
  });
});

describe("an answer", () => {
  it("is what was read last, at once, and then what the server says now", async () => {
    expect(await shownFor([{ ...COUNTED, wins: 2 }], { ...COUNTED, wins: 1 })).toEqual([
      [1, "reading"],
      [2, "known"],
    ]);
    expect(await savedForm("wins")).toMatchObject({ wins: 2 });
  });

  it("stays as it was without a server", async () => {
    const lost = [new Unreachable("no network")];
    expect((await shownFor(lost, { ...COUNTED, wins: 1 })).at(-1)).toEqual([1, "offline"]);
    expect((await shownFor(lost)).at(-1)).toEqual([null, "offline"]);
  });

  it("is asked for again while games are being counted, but not for ever", async () => {
    const counting = { ...COUNTED, counting: true, wins: 1 };
    const shown = await shownFor([counting, counting, { ...COUNTED, wins: 2 }]);
    expect(shown.map(([wins]) => wins)).toEqual([null, 1, 1, 2]);
    expect(await shownFor(Array(9).fill(counting))).toHaveLength(6);
  });

  it("is refused if the server knows no such group", async () => {
    expect((await shownFor([NOT_FOUND])).at(-1)).toEqual([null, "refused"]);
  });

  it("of a night may still come, as its first game is being counted", async () => {
    const shown = await shownFor([NOT_FOUND, { ...COUNTED, wins: 1 }], undefined, true);
    expect(shown.map(([, state]) => state)).toEqual(["reading", "refused", "known"]);
  });
});

it("tells the years of days on an axis if there are several", () => {
  expect(shortDaysWords(["2026-11-22T12:00", "2026-12-01T12:00"])).toEqual(["22 Nov", "1 Dec"]);
  expect(shortDaysWords(["2025-12-22T12:00", "2026-01-01T12:00"])).toEqual([
    "22 Dec 2025",
    "1 Jan 2026",
  ]);
});

it("counts weekdays from Monday", () => {
  expect([1, 2, 7].map(weekdayWords)).toEqual(["Monday", "Tuesday", "Sunday"]);
});

it("begins a line with a capital, also where days and months have none", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await useLanguage("es");
  expect([weekdayWords(6), periodWords("2026-11")]).toEqual(["Sábado", "Noviembre de 2026"]);
  await useLanguage("en");
});

describe("chances", () => {
  const percents = (...chances: number[]) =>
    favourites(chances.map((chance, id) => ({ id, chance }))).map(({ id, percent }) => [
      id,
      percent,
    ]);

  it("begin with the favourite", () => {
    expect(percents(0.2, 0.7, 0.1)).toEqual([
      [1, 70],
      [0, 20],
      [2, 10],
    ]);
  });

  it("are a hundred percent together", () => {
    const third = 0.3333;
    expect(percents(third, third, third).map(([, percent]) => percent)).toEqual([34, 33, 33]);
    const sums = [[0.005, 0.995], [0.125, 0.125, 0.75], Array(6).fill(0.1667)].map((chances) =>
      percents(...chances).reduce((sum, [, percent = 0]) => sum + percent, 0),
    );
    expect(sums).toEqual([100, 100, 100]);
    // Who would lose most by rounding down does not.
    const [up, down] = [percents(0.602, 0.398), percents(0.398, 0.602)].map(Object.fromEntries);
    expect([up, down]).toEqual([
      { 0: 60, 1: 40 },
      { 0: 40, 1: 60 },
    ]);
  });
});

describe("places on a leaderboard", () => {
  const rating = (points: number, margin = 0) => ({ points, margin, mu: 25, sigma: 8 });

  it("say with whom somebody may be level", () => {
    const ranks = [
      [1, 1],
      [2, 3],
      [2, 3],
    ].map(([best = 0, worst = 0]) => ({ best, worst }));
    expect(placesOf(ranks.map((rank) => ({ rank, rating: rating(1000) })))).toEqual([
      "1",
      "2–3",
      "2–3",
    ]);
  });

  it("are the same for those who are level, in an answer of an earlier server", () => {
    const rated = [1200, 1100, 1100, 1000].map((points) => ({ rating: rating(points) }));
    expect(placesOf(rated)).toEqual(["1", "2", "2", "4"]);
  });

  it("are drawn on one scale", () => {
    const spans = spansOf([{ rating: rating(1050, 50) }, { rating: rating(960, 60) }]);
    expect(spans).toEqual([
      { from: 50, to: 100, at: 75 },
      { from: 0, to: 60, at: 30 },
    ]);
    expect(spansOf([{ rating: rating(1000) }])).toEqual([{ from: 0, to: 0, at: 0 }]);
  });
});

it("offers this year and this month", () => {
  expect(periodsAt(new Date(2026, 2, 14))).toEqual(["2026", "2026-03"]);
  expect(["2026", "2026-03"].map(periodWords)).toEqual(["2026", "March 2026"]);
});
