import { useEffect } from "preact/hooks";
import { lastAction, outbox } from "../store";
import { announce } from "./announcer";
import { UndoBar } from "./undo_bar";

const SHOWN_MS = 12_000;

/**
 * What was done last, until a while after the server has answered: on a slow day that is when people
 * see what they have done. It also goes away when the next thing is done.
 */
export function LastAction() {
  const action = lastAction.value;
  const isSending = outbox.value.state === "sending";
  useEffect(() => {
    if (action) announce(action.text);
  }, [action]);
  useEffect(() => {
    if (!action || isSending) return;
    const timer = setTimeout(() => close(action), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [action, isSending]);
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
