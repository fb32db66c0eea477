/** How long bars are, in percent of the room there is. Pure. */

export interface Bar {
  value: number | null;
  /** What it is compared with; drawn below it. */
  compared?: number | null;
}

export interface BarLength {
  value: number;
  compared: number | null;
}

/** The lengths of bars: the longest takes all the room, unless `full` is more. */
export function layoutBars(bars: readonly Bar[], full = 0): BarLength[] {
  const most = Math.max(
    full,
    ...bars.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]),
  );
  const share = (value: number) => (most > 0 ? Math.max(0, (100 * value) / most) : 0);
  return bars.map(({ value, compared = null }) => ({
    value: share(value ?? 0),
    compared: compared === null ? null : share(compared),
  }));
}
