/** The screen stays on during a game, where the browser can do that. */

import { useEffect } from "preact/hooks";

/** Keep the screen on as long as the page is shown; browsers release it when it is hidden. */
export function useStayAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let done = false;
    async function hold() {
      if (done || document.hidden) return;
      try {
        const held = await navigator.wakeLock.request("screen");
        if (done) await held.release();
        else lock = held;
      } catch {
        // The phone saves power, say. It asked for nothing, so nobody is told.
      }
    }
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      done = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, [wanted]);
}
