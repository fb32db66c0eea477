import { beforeEach, expect, test, vi } from "vitest";
import { stayingOpen } from "../../src/store/read/staying_open";

beforeEach(() => void vi.useFakeTimers());

function opener() {
  const log: string[] = [];
  const ended = new Set<number>();
  const open = stayingOpen();
  const begin = () => {
    const number = log.push("open");
    return { close: () => log.push("close"), hasEnded: () => ended.has(number) };
  };
  return { log, ended, open: (name = "group") => open(name, begin) };
}

test("the next screen goes on with what is open", () => {
  const { log, open } = opener();
  open()();
  vi.advanceTimersByTime(2_900);
  const leave = open();
  vi.advanceTimersByTime(3_000);
  expect(log).toEqual(["open"]);
  leave();
  vi.advanceTimersByTime(3_000);
  expect(log).toEqual(["open", "close"]);
  open();
  expect(log).toEqual(["open", "close", "open"]);
});

test("it closes once the last screen is left", () => {
  const { log, open } = opener();
  const [first, second] = [open(), open()];
  first();
  vi.advanceTimersByTime(3_000);
  expect(log).toEqual(["open"]);
  second();
  vi.advanceTimersByTime(3_000);
  expect(log).toEqual(["open", "close"]);
});

test("what nobody uses closes when something else is opened", () => {
  const { log, open } = opener();
  open("one")();
  open("other");
  expect(log).toEqual(["open", "close", "open"]);
});

test("what has ended is opened again", () => {
  const { log, ended, open } = opener();
  const leave = open();
  ended.add(1);
  open();
  expect(log).toEqual(["open", "open"]);
  leave();
  vi.advanceTimersByTime(3_000);
  open(); // goes on with the new one, which the old one has left alone
  expect(log).toEqual(["open", "open", "close"]);
});
