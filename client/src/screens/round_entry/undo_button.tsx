import { Button } from "../../components/button";
import { t } from "../../i18n";
import type { RoundForm } from "./round_form";

/** Takes back the last tap on the form. */
export function UndoButton({ form }: { form: RoundForm }) {
  return (
    <Button kind="plain" disabled={!form.canUndo} onClick={() => form.undo()}>
      {t("Undo")}
    </Button>
  );
}
