import { expect, test } from "vitest";
import { linesBeside } from "../../src/screens/draft_beside";
import type { Problem, Trouble } from "../../src/store";

const line = (player: string, points: number, by: string) => ({
  ...{ player, points, cards: null, laid_down: null, went_out: null },
  ...{ version: 2, entered_by: by, entered_at: "2026-11-23T18:00:00Z" },
});
const told = { round: 1, lines: [line("ben", 25, "Dan"), line("cleo", 40, "Cleo")] };
const problem = (code: string) => ({ code, draft: told }) as unknown as Problem;

test("a line that was refused is shown beside the one that is there", () => {
  const body = { round: 1, points: 15, seen: 1 };
  const action: Trouble["action"] = { kind: "enterLine", game: "game", player: "ben", body };
  expect(linesBeside({ action, problem: problem("line_changed") })).toMatchObject({
    theirs: [{ player: "ben", points: 25 }],
    mine: [{ player: "ben", points: 15 }],
    by: "Dan",
  });
  expect(linesBeside({ action, problem: problem("not_found") })).toBeNull();
});

test("a whole round is shown beside the lines that others have entered", () => {
  const results = ["anna", "ben", "cleo"].map((player) => ({ player, points: 5 }));
  const body = { id: "id", number: 1, results, phone_time: "2026-11-23T18:00:00Z" };
  const action = { kind: "recordRound", game: "game", body } as Trouble["action"];
  const found = linesBeside({ action, problem: problem("draft_differs") });
  expect(found?.mine.map(({ player }) => player)).toEqual(["ben", "cleo"]);
  expect(found?.by).toBeNull();
});
