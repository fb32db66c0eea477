/** The end of a game, heard and felt by those who want it. */

import { beforeEach, expect, test, vi } from "vitest";
import { celebrate } from "../../src/components/fanfare";

const heard: { pitch: number; from: number; until: number }[] = [];
let closed = 0;

class FakeAudio {
  currentTime = 5;
  destination = {};
  createGain = () => ({
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
    connect: (next: unknown) => next,
  });
  createOscillator() {
    const note = { pitch: 0, from: 0, until: 0 };
    heard.push(note);
    return {
      frequency: {
        set value(pitch: number) {
          note.pitch = pitch;
        },
      },
      connect: (next: unknown) => next,
      start: (at: number) => Object.assign(note, { from: at }),
      stop: (at: number) => Object.assign(note, { until: at }),
    };
  }
  close = () => Promise.resolve(closed++);
}

const vibrate = vi.fn();

beforeEach(() => {
  heard.length = 0;
  closed = 0;
  vibrate.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("navigator", { vibrate, userActivation: { hasBeenActive: true } });
});

test("who wants neither has a quiet evening", () => {
  celebrate({ sound: false, vibration: false });
  expect(heard).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
});

test("four notes rise, one after the other, and the sound is put away", () => {
  celebrate({ sound: true, vibration: false });
  expect(heard).toHaveLength(4);
  for (const [one, next] of heard.slice(1).map((note, at) => [heard[at], note] as const)) {
    expect(next.pitch).toBeGreaterThan(one?.pitch ?? 0);
    expect(next.from).toBeCloseTo(one?.until ?? 0);
  }
  expect(heard[0]?.from).toBe(5);
  expect(vibrate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(900);
  expect(closed).toBe(0);
  vi.advanceTimersByTime(200);
  expect(closed).toBe(1);
});

test("a buzz ends with its longest part", () => {
  celebrate({ sound: false, vibration: true });
  const pattern: number[] = vibrate.mock.calls[0]?.[0];
  expect(Math.max(...pattern)).toBe(pattern.at(-1));
  expect(heard).toEqual([]);
});

test("a page that nobody has touched stays silent, as does a phone without sound", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  celebrate({ sound: true, vibration: true });
  vi.stubGlobal("AudioContext", undefined);
  vi.stubGlobal("navigator", { vibrate });
  celebrate({ sound: true, vibration: false });
  expect(heard).toEqual([]);
});
