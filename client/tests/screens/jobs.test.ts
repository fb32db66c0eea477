import { describe, expect, it } from "vitest";
import {
  isAtWork,
  sizeWords,
  stateWords,
  withJob,
  withList,
} from "../../src/screens/jobs/progress";
import type { components } from "../../src/server/schema";

type Job = components["schemas"]["JobDetail"];

function job(id: string, more: Partial<Job> = {}): Job {
  const created_at = `2026-11-22T18:00:0${id}Z`;
  return { id, group: "group", state: "running", progress: null, created_at, ...more } as Job;
}

describe("the jobs of a group", () => {
  it("are the newest first, whatever is heard of them", () => {
    const jobs = [job("3"), job("1")];
    expect(withJob(jobs, job("2")).map(({ id }) => id)).toEqual(["3", "2", "1"]);
    const [, changed] = withJob(jobs, job("1", { state: "done" }));
    expect(changed?.state).toBe("done");
  });

  it("are those of a list, and one that was begun while it was on its way", () => {
    const begun = job("3");
    const list = [job("2", { state: "done" }), job("1")];
    expect(withList(null, "group", list)).toEqual(list);
    expect(withList([begun, job("2")], "group", list)).toEqual([begun, ...list]);
    expect(withList([job("9", { group: "another" })], "group", list)).toEqual(list);
  });

  it("are at work until they have ended", () => {
    const states = ["waiting", "running", "done", "failed", "cancelled"] as const;
    expect(states.filter((state) => isAtWork(job("1", { state })))).toEqual(["waiting", "running"]);
  });
});

describe("how far a job is", () => {
  it("is a share once the number of steps is known", () => {
    expect(stateWords(job("1"))).toBe("Under way");
    expect(stateWords(job("1", { progress: 0.256 }))).toMatch(/^26\s?%$/);
  });

  it("is told apart from every other state, and a cancelled one has changed nothing", () => {
    const states = ["waiting", "running", "cancelled", "failed", "done"] as const;
    const said = states.map((state) => stateWords(job("1", { state })));
    expect(new Set(said).size).toBe(states.length);
    expect(said).not.toContain("");
    expect(said[2]).toMatch(/nothing was changed/);
  });
});

describe("the size of a file", () => {
  it.each([
    [840, "0.8 kB"],
    [12_345, "12 kB"],
    [1_000_000, "1 MB"],
    [2_340_000, "2.3 MB"],
  ])("%s bytes are %s", (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});
