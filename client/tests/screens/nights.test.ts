import { describe, expect, it } from "vitest";
import { winsUncounted } from "../../src/screens/night/card";
import { nightOf, nightWords } from "../../src/screens/statistics/periods";

describe("a night", () => {
  it("tells whose wins do not count for it", () => {
    const [anna, ben, dora] = ["anna", "ben", "dora"].map((id) => ({
      id,
      name: id,
      color: "",
      sign: null,
    }));
    const lines = [
      { player: anna, wins: 1 },
      { player: ben, wins: 0 },
      { player: dora, wins: 0 },
    ];
    expect(
      winsUncounted([{ winners: [anna] }, { winners: [dora] }] as never, lines as never),
    ).toEqual(["dora"]);
    expect(winsUncounted([{ winners: [anna] }] as never, lines as never)).toEqual([]);
  });

  // As in tests/scoring/test_statistics_nights.py, around New Year's Eve.
  it.each([
    ["2025-12-31T19:00:00Z", "Europe/Berlin", "2025-12-31"],
    ["2026-01-01T05:30:00Z", "UTC", "2025-12-31"],
    ["2026-01-01T05:30:00Z", "Europe/Berlin", "2026-01-01"],
    ["2026-01-01T06:00:00Z", "UTC", "2026-01-01"],
    ["2026-01-01T13:59:00Z", "America/Los_Angeles", "2025-12-31"],
    ["2025-12-31T19:00:00Z", "Pacific/Kiritimati", "2026-01-01"],
    // The clocks go forward, and back.
    ["2026-03-29T03:59:00Z", "Europe/Berlin", "2026-03-28"],
    ["2026-03-29T04:00:00Z", "Europe/Berlin", "2026-03-29"],
    ["2026-10-25T04:59:00Z", "Europe/Berlin", "2026-10-24"],
    ["2026-10-25T05:00:00Z", "Europe/Berlin", "2026-10-25"],
  ])("to which %s in %s belongs", (moment, zone, night) => {
    expect(nightOf(moment, zone)).toBe(night);
  });

  it("is called by the day on which it began, wherever the phone is", () => {
    expect(nightWords("2020-11-21")).toBe("21\u00a0November 2020");
  });
});
