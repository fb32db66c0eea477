/** Scroll until something is seen between the bar at the top and the keys at the bottom. */
export function keepInView(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  const screen = element.closest(".screen");
  const from = screen?.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const to = screen?.querySelector(".screen-foot")?.getBoundingClientRect().top ?? innerHeight;
  if (bottom > to) scrollBy(0, Math.min(bottom - to, top - from));
  else if (top < from) scrollBy(0, top - from);
}
