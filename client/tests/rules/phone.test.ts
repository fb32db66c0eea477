import { beforeEach, expect, test, vi } from "vitest";
import { Unavailable } from "../../src/rules/functions";
import { PhoneRules } from "../../src/rules/phone";
import { FakeWorker } from "./fake_worker";

let worker: FakeWorker;
let rules: PhoneRules;
beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.reset();
  worker = new FakeWorker();
  rules = new PhoneRules(worker);
});
const ask = () => rules.ask("score", { cards: ["R7"] }, "de");

test("each question has the answer that is meant for it", async () => {
  await rules.load("/python/", {} as never, "/memory");
  worker.say({ kind: "ready" }); // once more
  FakeWorker.mood = "silent";
  const answers = [ask(), ask()];
  expect(worker.heard.slice(1)).toMatchObject([
    { kind: "ask", id: 1, name: "score", request: '{"cards":["R7"]}', language: "de" },
    { id: 2 },
  ]);
  worker.say({ kind: "reply", id: 9, reply: { status: 200, body: "nobody's" } });
  worker.say({ kind: "reply", id: 2, reply: { status: 200, body: "two" } });
  worker.say({ kind: "reply", id: 1, reply: { status: 200, body: "one" } });
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["one", "two"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.terminated).toBe(false);
});

test("a worker that does not answer is broken, and is told of once", async () => {
  const broken = vi.fn();
  rules.onBroken = broken;
  FakeWorker.mood = "silent";
  const failed = vi.fn();
  ask().catch(failed);
  await vi.advanceTimersByTimeAsync(29_990);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(Unavailable);
  worker.onerror?.({ message: "" } as ErrorEvent);
  expect(broken.mock.calls).toEqual([["No answer to score."]]);
  expect(worker.terminated).toBe(true);
  await expect(ask()).rejects.toThrow("The worker is broken.");
  expect(worker.heard).toHaveLength(1);
});

test.each([
  ["Out of memory.", "Out of memory."],
  ["", "The worker broke."],
])("a crash has a reason (%j)", (message, reason) => {
  const broken = vi.fn();
  rules.onBroken = broken;
  worker.onerror?.({ message } as ErrorEvent);
  expect(broken).toHaveBeenCalledExactlyOnceWith(reason);
});

test("rules that are stopped are not broken, but answer nobody", async () => {
  const broken = vi.fn();
  rules.onBroken = broken;
  FakeWorker.mood = "silent";
  const answer = ask();
  rules.stop();
  await expect(answer).rejects.toThrow("Stopped.");
  expect([broken.mock.calls.length, worker.terminated]).toEqual([0, true]);
});
