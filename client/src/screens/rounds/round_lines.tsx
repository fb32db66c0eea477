import { t } from "../../i18n";
import type { Game, Schemas } from "../../store";
import { Differences } from "../history/differences";
import { lineDifferences } from "../history/lines";
import { nameOf } from "../round_entry/players";

/** The lines of a round, for those who may only look. */
export function RoundLines({ game, round }: { game: Game; round: Schemas["RoundDetail"] }) {
  const name = (player: string) => nameOf(game, player);
  return (
    <section class="section">
      <Differences differences={lineDifferences([], round.lines, name)} />
      {round.overrule !== null && <p>{t("Overruled: {reason}", { reason: round.overrule })}</p>}
    </section>
  );
}
