/** Keys that can be felt, on phones that can vibrate, for those who have switched it on. */

import { settings } from "../store";

const SHORT = 15; // milliseconds

/** Let a key that was hit be felt. */
export function tick(): void {
  if (settings.peek().vibration) navigator.vibrate?.(SHORT);
}
