/** The link that hands a finished game to the app Board Game Stats. */

import { expect, test } from "vitest";
import { bgStatsLink } from "../../src/screens/share/bgstats";
import { game, line, player, round } from "./games";

const OVER = game({
  id: "0b6f8c8e-0000-4000-8000-000000000000",
  status: "over",
  phone_time: "2026-11-22T19:05:00+01:00",
  players: [
    player("anna", 0, { total: 45, won: true }),
    player("ben", 1, { total: 160, rank: 2, name: "Ben & Söhne #2" }),
  ],
  rounds: [
    round(1, [line("anna", 45), line("ben", 160)], { phone_time: "2026-11-22T20:35:10+01:00" }),
  ],
});

/** What the app gets to read. */
function sent(link: string) {
  const [address, data] = link.split("?data=");
  expect(address).toBe("bgstats://app.bgstatsapp.com/createPlay.html");
  return JSON.parse(decodeURIComponent(data ?? ""));
}

test("it tells what the makers of the app ask for", () => {
  expect(sent(bgStatsLink(OVER))).toEqual({
    sourceName: "Tableside",
    sourcePlayId: OVER.id,
    playDate: "2026-11-22 19:35:10",
    durationMin: 90,
    game: {
      name: "Phase 10",
      bggId: 1258,
      sourceGameId: "classic",
      highestWins: false,
      noPoints: false,
    },
    players: [
      { name: "Anna", sourcePlayerId: "anna", score: 45, rank: 1, winner: true },
      { name: "Ben & Söhne #2", sourcePlayerId: "ben", score: 160, rank: 2, winner: false },
    ],
  });
});

test("a game of which only the totals are known, or of two evenings, has no length", () => {
  const totals = sent(bgStatsLink({ ...OVER, rounds: [] }));
  expect(totals).toMatchObject({ playDate: "2026-11-22 18:05:00" });
  const twice = sent(bgStatsLink({ ...OVER, phone_time: "2026-11-20T19:05:00Z", edition: "flip" }));
  expect(twice.game).toMatchObject({ name: "Phase 10 Flip!", sourceGameId: "flip" });
  expect([totals, twice].map(({ durationMin }) => durationMin)).toEqual([undefined, undefined]);
});
