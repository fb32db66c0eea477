import { expect, test, vi } from "vitest";
import { keepInView } from "../../src/screens/round_entry/keep_in_view";

/** Where something is on a screen of 600 pixels with a bar of 50 and keys from 500 on. */
interface At {
  top: number;
  height: number;
  right?: number;
  keys?: boolean;
  bar?: boolean;
  most?: number;
}

test.each<[string, At, number | null]>([
  ["is in view", { top: 100, height: 50 }, null],
  ["is under the bar", { top: 20, height: 50 }, -30],
  ["is under the keys", { top: 400, height: 150 }, 50],
  ["is higher than the screen", { top: 100, height: 900 }, 50],
  ["is beside the keys", { top: 400, height: 150, right: 10 }, null],
  ["is below a screen without keys", { top: 400, height: 250, keys: false }, 50],
  ["is at the top of a screen without a bar", { top: 20, height: 50, bar: false }, null],
  ["is high, and its first lines are in view", { top: 400, height: 900, most: 80 }, null],
])("what %s is scrolled to where it is seen", (_where, at, by) => {
  const { top, height, right = 300, keys = true, bar = true, most } = at;
  const scrollBy = vi.fn();
  vi.stubGlobal("scrollBy", scrollBy);
  vi.stubGlobal("innerHeight", 600);
  const rect = (of: object) => ({ getBoundingClientRect: () => of });
  const parts: Record<string, unknown> = {
    ".bar": bar ? rect({ bottom: 50 }) : null,
    ".screen-foot": keys ? rect({ top: 500, left: 20 }) : null,
  };
  const screen = { querySelector: (of: string) => parts[of] };
  const element = {
    ...rect({ top, height, right }),
    closest: (of: string) => (of === ".screen" ? screen : null),
  };
  keepInView(element as unknown as Element, most);
  expect(scrollBy.mock.calls).toEqual(by === null ? [] : [[0, by]]);
});
