import { describe, expect, it } from "vitest";
import type { GameChange } from "../../src/screens/history/change";
import { joined, longer } from "../../src/screens/history/joined";

const history = (from: number, to: number, next: string | null = `before ${to}`) => ({
  changes: Array.from(
    { length: from - to + 1 },
    (_, index) => ({ version: from - index }) as GameChange,
  ),
  next,
});
const versions = ({ changes }: { changes: readonly GameChange[] }) =>
  changes.map(({ version }) => version);

describe("the history that this phone knows", () => {
  it("goes on with what was read before, without gaps or repetitions", () => {
    const longer = joined(history(9, 6), history(7, 1, null));
    expect(versions(longer)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(longer.next).toBeNull();
    expect(versions(joined(history(9, 6), history(5, 3)))).toEqual([9, 8, 7, 6, 5, 4, 3]);
  });

  it("grows by earlier pages", () => {
    const whole = longer(history(9, 6), history(5, 1, null));
    expect(versions(whole)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(whole.next).toBeNull();
  });

  it("starts over if something is missing in between", () => {
    const newest = history(9, 6);
    expect(joined(newest, history(4, 1, null))).toBe(newest);
    expect(joined(newest, undefined)).toBe(newest);
  });

  it("is what there is if one of the two is empty, or both are the same", () => {
    const [newest, empty] = [history(9, 6), { changes: [], next: null }];
    expect([joined(newest, empty), joined(empty, newest)]).toEqual([newest, empty]);
    expect(joined(newest, history(9, 6, null))).toBe(newest);
    expect(versions(joined(newest, history(9, 4)))).toEqual([9, 8, 7, 6, 5, 4]);
  });

  it("starts over if the server knows less than before", () => {
    const newest = history(3, 1, null);
    expect(joined(newest, history(9, 2))).toBe(newest);
  });
});
