import { t } from "../i18n";
import { close, told, undoLast } from "./told";
import "./last_action.css";

/** What was done last, and the way back: its place is its own, so that it covers nothing. */
export function LastAction() {
  if (!told.value) return null;
  const { text, undo } = told.value;
  return (
    <div class="last-action">
      <span class="last-action-text two-lines small">{text}</span>
      {undo && (
        <button type="button" onClick={() => void undoLast()}>
          {t("Undo")}
        </button>
      )}
      <button type="button" aria-label={t("Close")} onClick={close}>
        ×
      </button>
    </div>
  );
}
