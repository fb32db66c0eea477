import { useState } from "preact/hooks";
import { EmptyState } from "../../components/empty_state";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import type { GameView } from "../../store";
import { movesOf, sheetOf } from "./sheet";
import { SheetTable } from "./sheet_table";

/** The points of all rounds, or the totals after each; a round leads to its correction. */
export function GameSheet({ view: { game, unchecked } }: { view: GameView }) {
  const [show, setShow] = useState<"points" | "totals">("points");
  const sheet = sheetOf(game, unchecked);
  if (sheet.rows.length === 0 && !game.totals_only) {
    return (
      <EmptyState title={t("No round yet")}>
        <p>{t("Each round appears here once its points are recorded.")}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {game.totals_only ? (
        <p class="sheet-choice faint">{t("Only the final totals of this game are known.")}</p>
      ) : (
        <div class="sheet-choice">
          <Segmented
            legend={t("What the sheet shows")}
            hideLegend
            options={[
              { value: "points", label: t("Points") },
              { value: "totals", label: t("Totals") },
            ]}
            value={show}
            onChange={setShow}
          />
        </div>
      )}
      <SheetTable
        sheet={sheet}
        moves={movesOf(game)}
        show={show}
        roundAddress={(round) => `/g/${game.id}/rounds/${round}`}
      />
    </>
  );
}
