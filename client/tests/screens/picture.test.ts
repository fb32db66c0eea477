import { describe, expect, it } from "vitest";
import { cut, HEIGHT, type Measure, placed, WIDTH, wrapped } from "../../src/screens/year/picture";

/** As if every letter were half as wide as the font is high. */
const measure: Measure = (text, font) => (text.length * Number(/(\d+)px/.exec(font)?.[1])) / 2;
const FONT = "20px serif";

describe("a text on a picture", () => {
  it("is broken between words", () => {
    expect(wrapped("one two three", 80, FONT, measure)).toEqual(["one two", "three"]);
    expect(wrapped("unbreakable", 50, FONT, measure)).toEqual(["unbreakable"]);
  });

  it("is cut where it has no room", () => {
    expect(cut("short", 80, FONT, measure)).toBe("short");
    expect(cut("much too long", 60, FONT, measure)).toBe("much…");
  });
});

describe("a card as a picture", () => {
  const texts = { head: "Kitchen table · 2026", title: "Most wins", big: "Anna", rows: [] };
  const row = (number: number) => ({ label: `Player ${number}`, value: "1,500" });

  it("has its texts below each other, within its edges", () => {
    const lines = placed({ ...texts, rows: [row(1), row(2)] }, measure);
    expect(lines.map(({ text }) => text)).toEqual([
      "Kitchen table · 2026",
      "Most wins",
      "Anna",
      "Player 1",
      "1,500",
      "Player 2",
      "1,500",
      "Tableside",
    ]);
    const heights = lines.map(({ y }) => y);
    expect(heights).toEqual([...heights].sort((one, other) => one - other));
    for (const { text, x, font, right } of lines) {
      const width = measure(text, font);
      expect(right ? x - width : x).toBeGreaterThan(0);
      expect(right ? x : x + width).toBeLessThan(WIDTH);
    }
  });

  it("counts the rows for which there is no room", () => {
    const lines = placed(
      { ...texts, rows: Array.from({ length: 40 }, (_, at) => row(at)) },
      measure,
    );
    const shown = lines.filter(({ text }) => text.startsWith("Player")).length;
    expect(lines.at(-2)?.text).toBe(`+ ${40 - shown}`);
    expect(Math.max(...lines.map(({ y }) => y))).toBeLessThan(HEIGHT);
  });

  it("has small print below a row", () => {
    const rows = [{ ...row(1), detail: "Anna" }];
    const [label, value, detail] = placed({ ...texts, rows }, measure).slice(3);
    expect([label?.text, value?.text, detail?.text]).toEqual(["Player 1", "1,500", "Anna"]);
    expect(detail?.y).toBeGreaterThan(label?.y ?? 0);
  });

  it("writes long names smaller, and at last cuts them", () => {
    const sizes = ["Anna", "Annabelle and Benedict", "A".repeat(99)].map((big) => {
      const line = placed({ ...texts, big }, measure)[2];
      expect(measure(line?.text ?? "", line?.font ?? "")).toBeLessThan(WIDTH);
      return Number(/(\d+)px/.exec(line?.font ?? "")?.[1]);
    });
    expect(sizes).toEqual([140, 140, 84]);
  });

  it("has exactly as many rows as fit, more space before them, and never overlaps its foot", () => {
    const rows = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, at) => ({ ...row(at), ...more }));
    const ys = (count: number, more: object = {}) => {
      const lines = placed({ ...texts, rows: rows(count, more) }, measure);
      return { lines, labels: lines.filter(({ text }) => text.startsWith("Player")) };
    };
    const plain = ys(40);
    const whole = plain.labels.length + 1;
    expect(ys(whole).labels).toHaveLength(whole);
    expect(ys(whole).lines.some(({ text }) => text.startsWith("+"))).toBe(false);
    const foot = plain.lines.at(-1)?.y ?? 0;
    expect(foot - (plain.lines.at(-2)?.y ?? 0)).toBeGreaterThan(60);
    const small = ys(40, { detail: "Anna" });
    expect(small.labels.length).toBeLessThan(plain.labels.length);
    const [head, title, big, first] = plain.lines.map(({ y }) => y) as [
      number,
      number,
      number,
      number,
    ];
    expect(first - big).toBeGreaterThan(66);
    expect(title - head).toBeGreaterThan(64);
    const mixed = placed({ ...texts, rows: [...rows(1), ...rows(1, { detail: "Anna" })] }, measure);
    const [one, , two, , below] = mixed.slice(3).map(({ y }) => y);
    expect([(two ?? 0) - (one ?? 0), (below ?? 0) - (two ?? 0)]).toEqual([66, 42]);
  });

  it("cuts a long value at half the width, and a title after two lines", () => {
    const long = { label: "Player", value: "a very long value that goes on and on and on" };
    const lines = placed(
      { ...texts, title: "one ".repeat(40).trim(), big: undefined, rows: [long] },
      measure,
    );
    expect(lines.filter(({ text }) => text.startsWith("one"))).toHaveLength(2);
    const value = lines.find(({ right }) => right);
    expect(value?.text).toMatch(/^a very.*…$/);
    expect(measure(value?.text ?? "", value?.font ?? "")).toBeLessThanOrEqual((WIDTH - 180) / 2);
  });
});
