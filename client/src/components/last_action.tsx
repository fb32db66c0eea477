import { useEffect } from "preact/hooks";
import { lastAction } from "../store";
import { announce } from "./announcer";
import { UndoBar } from "./undo_bar";

const SHOWN_MS = 12_000;

/** What was done last, for a while; it also goes away when the next thing is done. */
export function LastAction() {
  const action = lastAction.value;
  useEffect(() => {
    if (!action) return;
    announce(action.text);
    const timer = setTimeout(() => close(action), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [action]);
  if (!action) return null;
  const { text, undo } = action;
  return (
    <div class="last-action">
      <UndoBar
        text={text}
        onUndo={
          undo &&
          (() => {
            close(action);
            void undo();
          })
        }
        onClose={() => close(action)}
      />
    </div>
  );
}

/** Unless something else was done meanwhile. */
function close(action: typeof lastAction.value): void {
  if (lastAction.peek() === action) lastAction.value = null;
}
