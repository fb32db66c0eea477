/** Taps that hit what they were not meant for. */

import { expect, test, vi } from "vitest";
import { ignoreStrayTaps } from "../../src/components/touch";

class Button {
  constructor(readonly dialog = { isConnected: true }) {}

  closest(tag: string) {
    return tag === "dialog" ? this.dialog : null;
  }
}

/** A page with taps on it; each says whether it was heard. */
function aPage() {
  vi.stubGlobal("Element", Button);
  const page = new EventTarget();
  ignoreStrayTaps(page);
  const heard = vi.fn();
  for (const type of ["pointerdown", "click"]) page.addEventListener(type, heard);
  return (target: Button, timeStamp: number, clientX = 100, detail = 1) => {
    heard.mockClear();
    for (const type of detail === 0 ? ["click"] : ["pointerdown", "click"]) {
      const event = new Event(type, { cancelable: true });
      const values = { target, timeStamp, clientX, clientY: 100, detail };
      for (const [name, value] of Object.entries(values))
        Object.defineProperty(event, name, { value });
      page.dispatchEvent(event);
    }
    return heard.mock.calls.length > 0;
  };
}

test("the second of two quick taps does not hit what was behind", () => {
  const tap = aPage();
  const [inDialog, behind] = [new Button(), new Button()];
  expect(tap(inDialog, 1_000)).toBe(true);
  expect(tap(inDialog, 1_100)).toBe(true); // what stays is tapped as fast as one likes
  inDialog.dialog.isConnected = false;
  expect(tap(behind, 1_300)).toBe(false);
  expect(tap(behind, 1_300, 100, 0)).toBe(true); // with the keyboard
  expect(tap(behind, 1_300, 200)).toBe(true);
});

test("a tap a moment later is meant for what is there now", () => {
  const tap = aPage();
  const inDialog = new Button();
  tap(inDialog, 1_000);
  inDialog.dialog.isConnected = false;
  expect(tap(new Button(), 1_400)).toBe(true);
});
