import { useState } from "preact/hooks";
import { Question } from "../../components/dialog";
import { Field } from "../../components/field";
import { t } from "../../i18n";
import { type Game, type LiveTable, newId, play } from "../../store";
import { withUndo } from "../with_undo";

interface Props {
  game: Game;
  table: LiveTable;
  onClose: () => void;
}

const LONGEST = 500;

/** A note is kept among the plays; it changes nothing on the table. */
export function NoteDialog({ game, table, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const note = async () => {
    onClose();
    const body = { id: newId(), round: table.round, text };
    await withUndo(play(game.id, { kind: "note", body }), t("Note saved"));
  };
  return (
    <Question
      title={t("Write a note")}
      yes={t("Note it")}
      beside
      disabled={text === ""}
      onYes={note}
      onClose={onClose}
    >
      <Field
        label={t("Note")}
        value={typed}
        onValue={setTyped}
        hint={t("It is kept among the plays of this round.")}
        maxLength={LONGEST}
        autocapitalize="sentences"
        enterKeyHint="done"
      />
    </Question>
  );
}
