import { expect, test } from "vitest";
import { layoutBars } from "../../src/components/charts/bar_layout";

test("the longest bar takes all the room", () => {
  const bars = [
    { id: "nora", value: 4, compared: 2 },
    { id: "jonas", value: 1, compared: null },
    { id: "mia", value: null },
  ];
  expect(layoutBars(bars)).toEqual([
    { id: "nora", value: 100, compared: 50 },
    { id: "jonas", value: 25, compared: null },
    { id: "mia", value: 0, compared: null },
  ]);
});

test("bars of shares are measured against the whole", () => {
  expect(layoutBars([{ id: "7", value: 0.25 }], 1)).toEqual([
    { id: "7", value: 25, compared: null },
  ]);
  expect(layoutBars([{ id: "7", value: 0 }])[0]?.value).toBe(0);
});
