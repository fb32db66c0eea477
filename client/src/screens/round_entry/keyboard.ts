/** The keyboard of a laptop: digits, Backspace, Delete, Enter, and Ctrl+Z. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Press } from "./keys";

interface Handlers {
  onPress: (press: Press) => void;
  onEnter: () => void;
  onUndo: () => void;
}

/** Listen as long as the screen is shown, except while a text or a dialog takes the keys. */
export function useKeyboard(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  // As soon as the form is on the screen: an effect comes later, and keys would be lost.
  useLayoutEffect(() => {
    // After a digit, Enter goes on, even if the row that was tapped before has the focus.
    let isTyping = false;
    function touched() {
      isTyping = false;
    }
    function pressed(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select")) return;
      const { onPress, onEnter, onUndo } = latest.current;
      const isOnButton = target instanceof Element && target.closest("button, a") !== null;
      if (key === "Enter" && isOnButton && !isTyping) return;
      isTyping = /^\d$|^Backspace$|^Delete$/.test(key);
      if (event.ctrlKey || event.metaKey) {
        if (key !== "z") return;
        onUndo();
      } else if (/^\d$/.test(key)) onPress({ digit: key });
      else if (key === "Backspace") onPress({ tool: "off" });
      else if (key === "Delete") onPress({ tool: "clear" });
      else if (key === "Enter") onEnter();
      else return;
      event.preventDefault();
    }
    addEventListener("keydown", pressed);
    addEventListener("pointerdown", touched);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("pointerdown", touched);
    };
  }, []);
}
