import { describe, expect, it } from "vitest";
import { layoutLines, type Series, ticksBetween } from "../../src/components/charts/line_layout";

const SIZE = { width: 284, height: 220, em: 13 };
const layout = (series: Series[], more: { labels?: string[]; apart?: number } = {}) => {
  const length = Math.max(...series.map(({ values }) => values.length));
  const labels = Array.from({ length }, (_, index) => String(index + 1));
  return layoutLines({ labels, series, size: SIZE, words: String, ...more });
};
const series = (id: string, ...values: (number | null)[]): Series => ({ id, name: id, values });

describe("the ticks of an axis", () => {
  it("are round numbers around what is shown", () => {
    expect(ticksBetween(0, 245, 6)).toEqual([0, 50, 100, 150, 200, 250]);
    expect(ticksBetween(987, 1203, 5)).toEqual([900, 1000, 1100, 1200, 1300]);
    expect(ticksBetween(0, 10, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("are whole numbers, and at least two", () => {
    expect(ticksBetween(0, 1, 8)).toEqual([0, 1]);
    expect(ticksBetween(1000, 1000, 5)).toEqual([1000, 1001]);
    expect(ticksBetween(-40, 35, 4)).toEqual([-50, 0, 50]);
  });
});

describe("lines", () => {
  it("stay within the chart, from left to right", () => {
    const { lines, plot, yTicks } = layout([
      series("nora", 0, 40, 245),
      series("jonas", 10, 10, 10),
    ]);
    for (const { x, y } of lines.flatMap(({ paths }) => paths.flat())) {
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x).toBeLessThanOrEqual(SIZE.width);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y).toBeLessThanOrEqual(plot.bottom);
    }
    const [path] = lines[0]?.paths ?? [];
    expect(path?.map(({ x }) => x)).toEqual(
      [...(path ?? [])].map(({ x }) => x).sort((a, b) => a - b),
    );
    expect(path?.[0]?.y).toBeCloseTo(yTicks[0]?.at ?? Number.NaN); // 0 is at the bottom
  });

  it("have gaps where a player was away", () => {
    const [line] = layout([series("nora", null, 5, 10, null, 20)]).lines;
    expect(line?.paths.map((path) => path.length)).toEqual([2, 1]);
  });

  it("run beside each other if that is wanted", () => {
    const { lines } = layout([series("nora", 1, 2), series("jonas", 1, 2)], { apart: 4 });
    const [nora, jonas] = lines.map(({ paths }) => paths[0]?.[0]?.y ?? Number.NaN);
    expect((jonas ?? 0) - (nora ?? 0)).toBeCloseTo(4);
  });

  it("have fewer marks if there are many points, and always one at the end", () => {
    const values = Array.from({ length: 60 }, (_, index) => index);
    const [line] = layout([series("nora", ...values)]).lines;
    expect(line?.marks.length).toBeLessThan(21);
    expect(line?.marks.at(-1)).toEqual(line?.paths[0]?.at(-1));
  });

  it("are in the middle if there is only one round, and nowhere if there is none", () => {
    const one = layout([series("nora", 25)]);
    expect(one.lines[0]?.marks).toHaveLength(1);
    expect(one.xTicks).toHaveLength(1);
    expect(layout([series("nora")], { labels: [] }).lines[0]?.paths).toEqual([]);
  });
});

describe("the labels below", () => {
  it("say once what several games share, such as their date", () => {
    const labels = ["Nov 1", "Nov 1", "Nov 2", "Nov 2", "Nov 2"];
    const { xTicks } = layout([series("nora", 1, 2, 3, 4, 5)], { labels });
    expect(xTicks.map(({ text }) => text)).toEqual(["Nov 1", "Nov 2"]);
  });

  it("are not cut off at the left", () => {
    const labels = ["26. Dez. 2024", "6. Nov. 2026"];
    const { xTicks } = layout([series("nora", 1, 2)], { labels });
    expect(xTicks[0]?.at).toBeGreaterThan(13 * 0.5 * 0.5 * SIZE.em);
  });

  it("do not touch, and have the first and the last", () => {
    const labels = Array.from({ length: 40 }, (_, index) => `Nov ${index + 1}`);
    const { xTicks } = layout([series("nora", ...labels.map(() => 1))], { labels });
    expect(xTicks[0]?.text).toBe("Nov 1");
    expect(xTicks.at(-1)?.text).toBe("Nov 40");
    const gaps = xTicks.slice(1).map(({ at }, index) => at - (xTicks[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(6 * 0.5 * SIZE.em);
  });
});
