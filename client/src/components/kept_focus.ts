/** The focus stays near: what had it may go, but not leave a keyboard or a screen reader nowhere. */

/** Watch a page: once the element in focus is gone or disabled, the nearest part left takes over. */
export function keepFocus(page: HTMLElement): void {
  let last: Element | null = null;
  let around: Element[] = [];
  page.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    around = [];
    for (let part = target.parentElement; part && part !== page; part = part.parentElement) {
      around.push(part);
    }
  });
  new MutationObserver(() => {
    // What has just been disabled is in focus until it is drawn.
    const focused = document.activeElement ?? page;
    if (!last || (focused !== page && focused !== last)) return;
    if (last.isConnected && !last.matches(":disabled")) return; // somebody tapped beside it
    const near = around.find(
      // A part with nothing in it would not show that it has the focus.
      (part) => part.isConnected && part.tagName !== "DIALOG" && part.textContent,
    );
    last = null;
    if (!(near instanceof HTMLElement)) return;
    if (!near.hasAttribute("tabindex")) near.tabIndex = -1;
    near.focus({ preventScroll: true });
  }).observe(page, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}
