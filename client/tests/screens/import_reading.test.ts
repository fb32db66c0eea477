import { describe, expect, it } from "vitest";
import {
  forNextFile,
  importOf,
  NOTHING_CHOSEN,
  nextStep,
  openNames,
  type Preview,
  playersOf,
  previewOf,
  type Reading,
  type Step,
  sameSaid,
  withColumn,
  withSame,
  withSkip,
} from "../../src/screens/import/reading";

/** A file with two new games, of which nothing is open. */
function preview(more: Partial<Preview> = {}): Preview {
  const open = { players: [], problem_count: 0, blocking_count: 0, skipped_count: 0 };
  return { new: 2, ...open, ...more } as unknown as Preview;
}

const name = (called: string, suggestion: string | null) => ({
  name: called,
  lines: 1,
  match: null,
  candidates: [],
  suggestion,
});

it("remembers who is who, but nobody as new: they are players once they were imported", () => {
  expect(forNextFile({ Kim: "new", Ann: "p1" })).toEqual({ Ann: "p1" });
});

describe("the next step of an import", () => {
  it.each<[step: Step, open: Partial<Preview>, reading?: Reading, overrule?: string]>([
    ["import", {}],
    ["nothing", { new: 0 }],
    ["solve", { blocking_count: 1, problem_count: 1 }],
    ["read", { blocking_count: 1, problem_count: 1 }, { dates: "dmy" }],
    ["reason", { problem_count: 1 }],
    ["reason", { problem_count: 1 }, {}, "  "],
    ["import", { problem_count: 1 }, {}, "As noted."],
    ["nothing", { new: 0 }, {}, "As noted."],
    ["import", { new: 0, skipped_count: 2 }, {}, "As noted."],
    ["nothing", { new: 0, skipped_count: 2 }, {}, " "],
  ])("is to %s: %j, %j, %j", (step, open, reading = {}, overrule = "") => {
    expect(nextStep(preview(open), reading, { players: {}, overrule })).toBe(step);
  });

  it("waits for names that nobody has chosen a player for", () => {
    const open = preview({ players: [name("Theo", "new"), name("Jo", null)] });
    expect(openNames(open, NOTHING_CHOSEN)).toEqual(["Jo"]);
    expect(nextStep(open, {}, NOTHING_CHOSEN)).toBe("names");
    const chosen = { players: { Jo: "new", Elsewhere: "new" }, overrule: "" };
    expect(nextStep(open, {}, chosen)).toBe("import");
    expect(playersOf(open, chosen)).toEqual({ Jo: "new" });
  });
});

describe("what is said about a file", () => {
  const options = {
    dates: "",
    columns: { K: "player:Kim" },
    same_as: [{ names: ["Jo", "JO"], same: false }],
    skip: [4, 5],
    editions: {},
    brackets: "",
  };
  const read = preview({ options });

  it("keeps what was said before", () => {
    expect(withColumn(read, {}, "Mood", "ignore").columns).toEqual({
      K: "player:Kim",
      Mood: "ignore",
    });
    expect(withSkip(read, {}, [3], true).skip).toEqual([3, 4, 5]);
    expect(withSkip(read, {}, [4, 5], false).skip).toEqual([]);
  });

  it("replaces what was said of the same names", () => {
    const reading = withSame(read, {}, ["JO", "Jo"], true);
    expect(reading.same_as).toEqual([{ names: ["JO", "Jo"], same: true }]);
    expect(sameSaid({ names: ["Jo", "JO"], same: false }, reading)).toBe(true);
    expect(sameSaid({ names: ["Al", "AL"], same: null }, reading)).toBeNull();
  });
});

describe("the result of a job", () => {
  const kinds = ["preview", "import", "export"];
  const jobs = kinds.flatMap((kind) => [null, ...kinds].map((of) => [kind, of] as const));
  const read = (result: typeof previewOf | typeof importOf) =>
    jobs.filter(([kind, of]) => result({ kind, result: of && { kind: of } } as never));

  it("is what was asked for, once there is one", () => {
    expect(read(previewOf)).toEqual([["preview", "preview"]]);
    expect(read(importOf)).toEqual([["import", "import"]]);
  });
});
