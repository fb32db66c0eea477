import { t } from "../i18n";
import "./undo_bar.css";

interface Props {
  /** What was just done, as a sentence. */
  text: string;
  onUndo?: (() => void) | null;
  onClose: () => void;
}

/** What was just done, and the way back. */
export function UndoBar({ text, onUndo, onClose }: Props) {
  return (
    <div class="undo-bar">
      <span class="undo-text">{text}</span>
      {onUndo && (
        <button type="button" class="undo-button" onClick={onUndo}>
          {t("Undo")}
        </button>
      )}
      <button type="button" class="undo-close" aria-label={t("Close")} onClick={onClose}>
        ×
      </button>
    </div>
  );
}
