import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { here, holdToken } from "../../src/server/api";
import { type Following, follow } from "../../src/server/live";
import { type GameEvent, ofGame } from "../../src/server/sources";
import { type Asked, FakePage, fakeServer, json, openStream, problem } from "./fake_server";

const GAME = "7f0f2b1c-6f3a-4a5e-9a0e-0d9f3f1b2c3d";
let page: FakePage;
let following: Following | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  page = new FakePage();
  following = null;
  holdToken("secret");
});
afterEach(() => {
  following?.close();
});

const event = (number: number, kind = "joined", data: object = {}) =>
  ({ number, version: 1, kind, at: "", actor: null, data }) as GameEvent;
const soon = () => vi.advanceTimersByTimeAsync(5);
const isStream = ({ query }: Asked) => !query.has("wait");

/** Listen to the game; everything that was told, and how often it was read. */
function listen(known: number | null = 3, readTo: () => Promise<number> = async () => 10) {
  const told: number[] = [];
  const heard = { told, reads: 0, ended: null as string | null };
  following = follow(
    ofGame(here, GAME),
    {
      read() {
        heard.reads += 1;
        return readTo();
      },
      take: (events) => told.push(...events.map(({ number }) => number)),
      ended: (why) => {
        heard.ended = why?.problem.code ?? "by the stream";
      },
    },
    known,
  );
  return { heard, state: () => following?.state.value.is };
}

/** A server whose streams stay open, for the test to speak on. */
function streaming({ beats = true } = {}) {
  const streams: ReturnType<typeof openStream>[] = [];
  const seen = fakeServer(({ signal }) => {
    const stream = openStream(signal);
    streams.push(stream);
    stream.say("retry: 2000\n\n");
    if (beats) stream.beat();
    return stream.response;
  });
  return { seen, streams };
}

test("tells what happens, with the token in a header and not in the address", async () => {
  const { seen, streams } = streaming();
  const { heard, state } = listen();
  expect(state()).toBe("connecting");
  await soon();
  expect(state()).toBe("live");
  streams[0]?.tell(event(4));
  streams[0]?.tell(event(5));
  await soon();
  expect(heard.told).toEqual([4, 5]);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.query.toString()).toBe("after=3");
  expect(seen[0]?.headers.get("Authorization")).toBe("Bearer secret");
});

test("reads first if nothing is known, and goes on from there", async () => {
  const { seen } = streaming();
  const { heard } = listen(null);
  await soon();
  expect(heard.reads).toBe(1);
  expect(seen[0]?.query.get("after")).toBe("10");
});

test("goes on after the last event when the stream breaks", async () => {
  const { seen, streams } = streaming();
  const { heard, state } = listen();
  await soon();
  streams[0]?.tell(event(4));
  await soon();
  streams[0]?.end();
  await soon();
  expect(state()).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  expect(state()).toBe("live");
  expect(seen[1]?.query.get("after")).toBe("4");
  expect(heard.reads).toBe(0);
});

test.each([
  ["the stream says so", "event: reload\ndata: {}\n\n"],
  [
    "an event says so",
    `id: 4\nevent: settings_changed\ndata: ${JSON.stringify(event(4, "settings_changed", { reload: true, event: 4 }))}\n\n`,
  ],
])("reads again when %s", async (_how, text) => {
  const { seen, streams } = streaming();
  const { heard } = listen();
  await soon();
  streams[0]?.say(text);
  await soon();
  expect(heard.reads).toBe(1);
  expect(seen[1]?.query.get("after")).toBe("10");
  expect(seen[0]?.signal?.aborted).toBe(true);
});

test("ends when the stream says that it has ended, and asks no more", async () => {
  const { seen, streams } = streaming();
  const { heard, state } = listen();
  await soon();
  streams[0]?.say("event: ended\ndata: {}\n\n");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(heard.ended).toBe("by the stream");
  expect(state()).toBe("ended");
  expect(seen).toHaveLength(1);
});

test.each([
  [401, "not_authenticated"],
  [404, "not_found"],
])("ends when the server refuses it (%d)", async (status, code) => {
  const seen = fakeServer(() => problem(status, code));
  const { heard } = listen();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(heard.ended).toBe(code);
  expect(seen).toHaveLength(1);
});

test.each([
  [429, "too_many_streams", 30],
  [503, "server_busy", 7],
])("waits as long as the server says (%d)", async (status, code, seconds) => {
  const seen = fakeServer(() =>
    problem(status, code, { headers: { "Retry-After": String(seconds) } }),
  );
  listen();
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 10);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(seen).toHaveLength(2);
  expect(isStream(seen[1] as Asked)).toBe(true);
});

test("reads again when the server does not know the last event", async () => {
  const errors = [{ field: "after", code: "unknown_event", message: "" }];
  const seen = fakeServer(({ query, signal }) => {
    if (query.get("after") === "3") return problem(400, "invalid_request", { errors });
    const stream = openStream(signal);
    stream.say("retry: 2000\n\n");
    return stream.response;
  });
  const { heard, state } = listen(3, async () => 1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard.reads).toBe(1);
  expect(seen.at(-1)?.query.get("after")).toBe("1");
  expect(state()).toBe("live");
});

test("takes silence beyond the heartbeats for a lost connection", async () => {
  const { seen, streams } = streaming({ beats: false });
  listen();
  await soon();
  await vi.advanceTimersByTimeAsync(15_000);
  streams[0]?.say(":\n\n");
  await vi.advanceTimersByTimeAsync(24_000);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(seen).toHaveLength(2);
});

test("polls where streams never say a word, as behind a proxy that collects answers", async () => {
  const seen = fakeServer((asked) => {
    if (isStream(asked)) return openStream(asked.signal).response;
    const after = Number(asked.query.get("after"));
    if (after === 5) return new Promise(() => {}); // until something happens
    return json({ events: [event(after + 1)], more: after < 4 });
  });
  vi.setSystemTime(0);
  const { heard, state } = listen();
  await vi.advanceTimersByTimeAsync(20_000); // two streams without a word
  expect(seen.filter(isStream)).toHaveLength(2);
  following?.close();
  expect(heard.told).toEqual([4, 5]);
  expect(state()).toBe("live");
  const polls = seen.filter((asked) => !isStream(asked));
  expect(polls.slice(0, 3).map(({ query }) => query.toString())).toEqual([
    "after=3&wait=0",
    "after=4&wait=0",
    "after=5&wait=25",
  ]);
});

test("goes back to streams after some minutes of polling", async () => {
  let held = true;
  const seen = fakeServer(async (asked) => {
    if (isStream(asked)) {
      const stream = openStream(asked.signal);
      if (!held) {
        stream.say("retry: 2000\n\n");
        stream.beat();
      }
      return stream.response;
    }
    held = false;
    if (asked.query.get("wait") !== "0") await new Promise((go) => setTimeout(go, 25_000));
    return json({ events: [], more: false });
  });
  const { state } = listen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.at(-1)?.query.has("wait")).toBe(true);
  await vi.advanceTimersByTimeAsync(310_000);
  expect(isStream(seen.at(-1) as Asked)).toBe(true);
  expect(state()).toBe("live");
});

test("pauses longer and longer without a network, and resumes at once when it is back", async () => {
  let network = false;
  const seen = fakeServer((asked) => {
    if (!network) throw new TypeError("Failed to fetch");
    const stream = openStream(asked.signal);
    stream.say("retry: 2000\n\n");
    return stream.response;
  });
  const { state } = listen();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(state()).toBe("lost");
  expect(seen.length).toBeLessThan(9);
  network = true;
  page.tell("online");
  await soon();
  expect(state()).toBe("live");
});

test("stops in the background, and resumes as soon as somebody looks", async () => {
  const { seen } = streaming();
  const { state } = listen();
  await soon();
  page.hide(true);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(seen[0]?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(seen[0]?.signal?.aborted).toBe(true);
  expect(seen).toHaveLength(1);
  page.hide(false);
  await soon();
  expect(seen).toHaveLength(2);
  expect(state()).toBe("live");
});

test("reconnects at once when the phone slept, although nothing told it that the line broke", async () => {
  const { seen } = streaming();
  listen();
  await soon();
  vi.setSystemTime(Date.now() + 3_600_000); // timers stood still
  page.tell("pageshow");
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toHaveLength(2);
});

test("says since when the connection is lost", async () => {
  vi.setSystemTime(50_000);
  fakeServer(() => {
    throw new TypeError("Failed to fetch");
  });
  listen();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(following?.state.value).toEqual({ is: "lost", since: 50_000 });
});

test("closing ends the stream and everything else", async () => {
  const { seen, streams } = streaming();
  const { heard } = listen();
  await soon();
  following?.close();
  expect(seen[0]?.signal?.aborted).toBe(true);
  streams[0]?.tell(event(4));
  await vi.advanceTimersByTimeAsync(100_000);
  page.tell("online");
  await soon();
  expect(heard.told).toEqual([]);
  expect(seen).toHaveLength(1);
});

test("a failure while applying is not the end: everything is read again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { streams } = streaming();
  let reads = 0;
  following = follow(ofGame(here, GAME), {
    async read() {
      reads += 1;
      return 3;
    },
    take() {
      throw new Error("a mistake");
    },
  });
  await soon();
  streams[0]?.tell(event(4));
  await soon();
  expect(reads).toBe(2);
});

test.each([
  [500, "internal_error"],
  [429, "throttled"],
  [409, "request_in_flight"],
])("asks again a little later when the server has no answer now (%d)", async (status, code) => {
  const seen = fakeServer(() => problem(status, code));
  const { heard } = listen();
  await vi.advanceTimersByTimeAsync(990);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(seen).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_970);
  expect(seen).toHaveLength(2); // longer each time
  expect(heard.ended).toBeNull();
});

test("streams are not to blame for a network that comes and goes", async () => {
  const { seen } = streaming();
  const { state } = listen();
  for (let gone = 0; gone < 4; gone += 1) {
    await soon();
    expect(state()).toBe("live");
    page.tell("offline");
    await soon();
    expect(state()).toBe("lost");
    page.tell("online");
  }
  await soon();
  expect(seen).toHaveLength(5);
  expect(seen.every(isStream)).toBe(true);
});

test("a page that is opened in the background soon stops, and a short look away changes nothing", async () => {
  const { seen } = streaming();
  page.hidden = true;
  const { state } = listen();
  await vi.advanceTimersByTimeAsync(60_010);
  expect([state(), seen[0]?.signal?.aborted]).toEqual(["connecting", true]);
  page.hide(false);
  await soon();
  page.hide(true);
  await vi.advanceTimersByTimeAsync(30_000);
  page.hide(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([state(), seen.length]).toEqual(["live", 2]);
});

test("a program, which has no page, follows, too", async () => {
  vi.unstubAllGlobals();
  const { seen } = streaming();
  const { state } = listen();
  await soon();
  expect(state()).toBe("live");
  following?.close();
  expect(seen[0]?.signal?.aborted).toBe(true);
});
