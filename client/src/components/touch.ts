import { useRef } from "preact/hooks";
import { tick } from "./tick";

/**
 * Have keys respond when they are touched, not when they are let go.
 *
 * Returns what makes the handlers of a key from its id and what it does. Not for keys that may be
 * where somebody begins to scroll: they would respond to that, too.
 */
export function useTouch() {
  // After a mouse's press comes a click, which must not count again; keyboards send only the click.
  const touched = useRef<string | null>(null);
  return (id: string, act: () => void) => {
    const hit = () => {
      tick();
      act();
    };
    return {
      onPointerDown(event: PointerEvent) {
        if (!event.isPrimary || event.button !== 0) return;
        touched.current = id;
        hit();
      },
      onClick() {
        if (touched.current !== id) hit();
        touched.current = null;
      },
      /** No mouse after a finger: what a browser does for one would delay what the key changes. */
      onTouchEnd(event: TouchEvent) {
        if (event.cancelable) event.preventDefault();
        touched.current = null;
      },
    };
  };
}

const SAME_TAP = 1_000; // milliseconds within which two taps are meant as one

/** Have two quick taps count as one, where the second would do something else. */
export function useOneTap() {
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);
  return (act: () => void) => {
    const now = performance.now();
    if (now - tappedAt.current < SAME_TAP) return;
    tappedAt.current = now;
    act();
  };
}

const STRAY_MS = 300; // within which a second tap was on its way before anybody saw what the first had done
const STRAY_PX = 24;

/**
 * Have the second of two quick taps at one place do nothing if the dialog of the first one is gone: it was
 * not meant for what is behind it.
 */
export function ignoreStrayTaps(page: EventTarget): void {
  let last: { tap: PointerEvent; dialog: Element | null } | null = null;
  let isStray = false;
  const onPointerDown = (event: Event) => {
    const tap = event as PointerEvent;
    isStray =
      last?.dialog?.isConnected === false &&
      tap.timeStamp - last.tap.timeStamp < STRAY_MS &&
      Math.hypot(tap.clientX - last.tap.clientX, tap.clientY - last.tap.clientY) < STRAY_PX;
    if (isStray) event.stopImmediatePropagation();
    else
      last = { tap, dialog: tap.target instanceof Element ? tap.target.closest("dialog") : null };
  };
  const onClick = (event: Event) => {
    if (!isStray || (event as MouseEvent).detail === 0) return; // keys of a keyboard click, too
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  page.addEventListener("pointerdown", onPointerDown, { capture: true });
  page.addEventListener("click", onClick, { capture: true });
}

/** Have keys respond to a tap, and be felt. */
export function onTap(_id: string, act: () => void) {
  return {
    onClick() {
      tick();
      act();
    },
  };
}
