import { expect, test } from "vitest";
import { layoutBars } from "../../src/components/charts/bar_layout";

test("the longest bar takes all the room", () => {
  const bars = [{ value: 4, compared: 2 }, { value: 1, compared: null }, { value: null }];
  expect(layoutBars(bars)).toEqual([
    { value: 100, compared: 50 },
    { value: 25, compared: null },
    { value: 0, compared: null },
  ]);
});

test("bars of shares are measured against the whole", () => {
  expect(layoutBars([{ value: 0.25 }], 1)).toEqual([{ value: 25, compared: null }]);
  expect(layoutBars([{ value: 0 }])[0]?.value).toBe(0);
});
