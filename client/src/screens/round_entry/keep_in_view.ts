import { useEffect, useRef } from "preact/hooks";

/** Words that are kept in view when they grow, or as much of them as `most` allows then. */
export function useKeptInView(most?: () => number | undefined) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = words;
    if (!current) return;
    const grown = new ResizeObserver(
      () => current.childElementCount && keepInView(current, most?.()),
    );
    grown.observe(current);
    return () => grown.disconnect();
  }, []);
  return words;
}

/**
 * Scroll until something is seen between the bar at the top and the keys at the bottom; of what is
 * high, the first `most` pixels.
 */
export function keepInView(element: Element, most = Number.POSITIVE_INFINITY): void {
  const { top, height, right } = element.getBoundingClientRect();
  const bottom = top + Math.min(height, most);
  const screen = element.closest(".screen");
  const bar = screen?.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const from = Math.max(bar, 0); // on a low screen, it scrolls away
  const foot = screen?.querySelector(".screen-foot")?.getBoundingClientRect();
  const to = foot && foot.left < right ? foot.top : innerHeight; // the keys may be beside it
  if (bottom > to) scrollBy(0, Math.min(bottom - to, top - from));
  else if (top < from) scrollBy(0, top - from);
}
