/** What is asked and read beside the outbox: editions, what a correction would do, answers, and whose turn it is. */

import builtIn from "virtual:editions";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const { ask, askHere } = vi.hoisted(() => ({ ask: vi.fn(), askHere: vi.fn() }));
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ...{ ask, askHere },
}));

import { language } from "../../src/i18n";
import { Unavailable } from "../../src/rules";
import { Unreachable } from "../../src/server/problems";
import { editionOf, followLanguage } from "../../src/store/editions";
import { preview, previewPlay } from "../../src/store/read/previews";
import { readingOf, serverAt } from "../../src/store/sent/server";
import { byLease } from "../../src/store/sent/turns";
import { memoryDatabase } from "../../src/store/stored/database";
import { getFact, putFact } from "../../src/store/stored/local_rows";
import { game, line, round } from "../screens/games";

beforeEach(() => {
  ask.mockReset();
  askHere.mockReset();
});
afterEach(() => {
  language.value = "en";
});
const soon = () => new Promise((done) => setTimeout(done));

describe("editions", () => {
  const told =
    (words: string) =>
    async (_name: string, { edition }: { edition: "classic" }) => ({
      data: { ...builtIn[edition], name: `${words} ${edition}` },
    });
  const name = () => editionOf("flip").name;
  function forms() {
    const saved = new Map<string, unknown>();
    return {
      saved,
      saveForm: async (form: string, value: unknown) => void saved.set(form, value),
      savedForm: async <T>(form: string) => saved.get(form) as T | undefined,
    };
  }

  test("are in the person's language once somebody was asked, and remembered", async () => {
    const phone = forms();
    ask.mockImplementation(told("deutsch"));
    const stop = followLanguage(phone);
    await soon();
    expect([name(), ask.mock.calls]).toEqual([builtIn.flip.name, []]);
    language.value = "de";
    await soon();
    expect(name()).toBe("deutsch flip");
    expect(phone.saved.get("editions/de")).toMatchObject({ classic: { name: "deutsch classic" } });
    language.value = "en";
    await soon();
    expect(name()).toBe(builtIn.flip.name);
    ask.mockRejectedValue(new Unavailable());
    language.value = "de";
    await soon();
    expect(name()).toBe("deutsch flip");
    stop();
    language.value = "en";
    await soon();
    expect(name()).toBe("deutsch flip");
    followLanguage(phone)();
  });

  test("stay in English if nobody can tell, or another language was chosen meanwhile", async () => {
    const phone = forms();
    ask.mockResolvedValueOnce({ problem: {} });
    const stop = followLanguage(phone);
    language.value = "fr";
    await soon();
    expect([name(), phone.saved.size]).toEqual([builtIn.flip.name, 0]);
    ask.mockImplementation(told("español"));
    language.value = "es";
    language.value = "en";
    await soon();
    expect([name(), phone.saved.size]).toEqual([builtIn.flip.name, 0]);
    stop();
  });
});

describe("what a correction would do", () => {
  const shown = game({ version: 7, rounds: [round(1, [line("nora", 5)])] });
  const body = { results: [{ player: "nora", points: 9 }] };
  const action = { kind: "correctRound" as const, game: "a1", number: 1, body, confirmed: [] };
  const answer = (more: object) =>
    vi.fn(async () => ({ data: null, problem: null, ...more }) as never);

  test("the rules on the phone say", async () => {
    const { rounds, players, status, ended_early, next_round, winners, phases } = shown;
    const replay = { rounds, players, status, ended_early, next_round, winners, phases };
    askHere.mockResolvedValueOnce({
      data: { ...replay, winners: ["nora"], consequences: ["some"] },
    });
    const found = await preview(action, shown, shown, answer({}));
    expect(found).toEqual({ game: { ...shown, winners: ["nora"] }, consequences: ["some"] });
    expect(askHere.mock.calls[0]).toMatchObject([
      ...[
        "game",
        { edition: "classic", correction: { number: 1, results: body.results, overrule: "" } },
      ],
    ]);
    askHere.mockResolvedValueOnce({ problem: { code: "tally_refused" } });
    expect(await preview(action, shown, null, answer({}))).toEqual({
      problem: { code: "tally_refused" },
    });
    askHere.mockRejectedValueOnce(new RangeError("a mistake"));
    await expect(preview(action, shown, null, answer({}))).rejects.toThrow(RangeError);
  });

  test("or else the server, if it has the game as it is shown", async () => {
    askHere.mockRejectedValue(new Unavailable());
    const changed = { ...shown, version: 8 };
    const asking = answer({ data: changed });
    expect(await preview(action, shown, shown, asking)).toEqual({
      game: changed,
      consequences: [],
    });
    expect(asking.mock.calls).toMatchObject([[{ method: "PUT", version: 7, body }]]);
    const needed = { code: "confirmation_needed", would_be: changed, consequences: ["one"] };
    expect(await preview(action, shown, shown, answer({ problem: needed }))).toEqual({
      ...{ game: changed, consequences: ["one"] },
    });
    for (const problem of [
      { code: "not_found", would_be: changed },
      { code: "confirmation_needed" },
    ]) {
      expect(await preview(action, shown, shown, answer({ problem }))).toEqual({ problem });
    }
    const offline = vi.fn(() => Promise.reject(new Unreachable("")));
    expect(await preview(action, shown, shown, offline)).toEqual({ unknown: true });
    expect(await preview(action, shown, null, asking)).toEqual({ unknown: true });
  });
});

test("nobody waits for what the server says of a play, nor is a broken line a verdict", async () => {
  vi.useFakeTimers();
  const play = { kind: "flip", body: { id: "f1", round: 1 } } as const;
  const asked = previewPlay("a1", play, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toBeNull();
  expect(await previewPlay("a1", play, () => Promise.reject(new Unreachable("")))).toBeNull();
});

describe("a stored call", () => {
  const sent: Request[] = [];
  const ask = (
    response: Response,
    call = readingOf("/api/v1/me/"),
    how = { token: null, key: null } as never,
  ) =>
    serverAt("http://localhost", async (request) => {
      sent.push(request);
      return response;
    }).send(call, how);
  const headers = (request = sent.at(-1)) => Object.fromEntries(request?.headers ?? []);

  test("is a request with all that belongs to it", async () => {
    await ask(new Response("{}"));
    expect([sent[0]?.method, sent[0]?.url, headers(), sent[0]?.cache]).toEqual([
      ...["GET", "http://localhost/api/v1/me/", { accept: "application/json" }, "no-store"],
    ]);
    const call = { method: "PUT", path: "/x/", body: { a: 1 }, version: 7 };
    await ask(new Response("{}"), call, { token: "t1", key: "k1" } as never);
    expect(headers()).toEqual({
      ...{ accept: "application/json", "content-type": "application/json" },
      ...{ authorization: "Bearer t1", "idempotency-key": "k1", "if-match": '"7"' },
    });
    expect(await sent.at(-1)?.text()).toBe('{"a":1}');
  });

  test("is answered with a document, with nothing, or with a problem", async () => {
    const date = "Sun, 22 Nov 2026 18:00:00 GMT";
    expect(await ask(new Response('{"a":1}', { headers: { Date: date } }))).toEqual({
      ...{ status: 200, data: { a: 1 }, problem: null, retryAfter: null, date: Date.parse(date) },
    });
    expect(await ask(new Response(null, { status: 204 }))).toMatchObject({
      data: null,
      date: null,
    });
    const problem = { status: 503, code: "server_busy", detail: "", errors: [] };
    const busy = new Response(JSON.stringify(problem), {
      status: 503,
      headers: { "Retry-After": "5" },
    });
    expect(await ask(busy)).toEqual({
      ...{ status: 503, data: null, problem, retryAfter: 5, date: null },
    });
  });

  test("is not answered by what is no answer of the server", async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new Error("broken")) });
    for (const response of [new Response(body), new Response("<html>")]) {
      await expect(ask(response)).rejects.toBeInstanceOf(Unreachable);
    }
    const proxy = new Response("{}", { status: 502, headers: { "Retry-After": "5" } });
    await expect(ask(proxy)).rejects.toMatchObject({ name: "Unreachable", retryAfter: 5 });
  });
});

describe("one tab sends at a time, by a lease", () => {
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  /** Tabs over one database. */
  function tabs() {
    const database = memoryDatabase();
    return {
      tab: (holder: string) => byLease(database as never, holder),
      lease: () => database.read((rows) => getFact(rows, "lease")),
      leave: (until: number) =>
        database.write((rows) => putFact(rows, "lease", { holder: "dead", until })),
    };
  }
  beforeEach(() => void vi.useFakeTimers());

  test("which its holder renews and gives back", async () => {
    const { tab, lease } = tabs();
    let end = () => {};
    const first = tab("one")(() => new Promise<void>((resolve) => (end = resolve)));
    await pass(0);
    const second = vi.fn(async () => {});
    const waiting = tab("two")(second);
    await pass(60_000);
    expect(second).not.toHaveBeenCalled();
    expect(await lease()).toMatchObject({ holder: "one" });
    end();
    await first;
    await pass(1_000);
    await waiting;
    expect(second).toHaveBeenCalledTimes(1);
    expect(await lease()).toBeUndefined();
  });

  test("with which a page that is loaded again goes on", async () => {
    const { tab } = tabs();
    void tab("one")(() => new Promise(() => {}));
    await pass(0);
    const again = vi.fn(async () => {});
    await tab("one")(again);
    expect(again).toHaveBeenCalled();
    const failing = tab("two")(() => Promise.reject(new RangeError("a mistake")));
    const failed = expect(failing).rejects.toThrow(RangeError);
    await pass(60_000);
    await failed;
  });

  test("which one that took too long does not give back for the next", async () => {
    const { tab, lease } = tabs();
    let end = () => {};
    const slow = tab("slow")(() => new Promise<void>((resolve) => (end = resolve)));
    await pass(0);
    vi.setSystemTime(Date.now() + 40_000); // the phone slept
    void tab("next")(() => new Promise(() => {}));
    await pass(0);
    expect(await lease()).toMatchObject({ holder: "next" });
    end();
    await slow;
    expect(await lease()).toMatchObject({ holder: "next" });
  });

  test.each([
    ["has died", 30_000, 29_000, 31_000],
    ["had a clock in the future", 1e12, 0, 0],
  ])("which a tab that %s loses", async (_how, left, before, after) => {
    const { tab, leave } = tabs();
    await leave(Date.now() + left);
    const work = vi.fn(async () => {});
    const working = tab("alive")(work);
    if (before) await pass(before);
    expect(work).not.toHaveBeenCalled();
    await pass(after - before);
    await working;
    expect(work).toHaveBeenCalled();
  });
});
