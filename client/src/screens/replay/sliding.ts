import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const MS = 200;

/** Rows of a table that slide to their new places; at once for those who want no motion. */
export function useSlidingRows(): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null);
  const before = useRef(new Map<HTMLElement, number>());
  useLayoutEffect(() => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>("tbody > tr") ?? [])];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rows) {
      const moved = (before.current.get(row) ?? row.offsetTop) - row.offsetTop;
      if (moved === 0 || still) continue;
      row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
        duration: MS,
        easing: "ease-out",
      });
    }
    before.current = new Map(rows.map((row) => [row, row.offsetTop]));
  });
  return table;
}
