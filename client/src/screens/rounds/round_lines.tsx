import { t } from "../../i18n";
import type { Game, Schemas } from "../../store";
import { Differences } from "../history/differences";
import { lineDifferences } from "../history/lines";

/** The lines of a round, for those who may only look. */
export function RoundLines({ game, round }: { game: Game; round: Schemas["RoundDetail"] }) {
  const nameOf = (player: string) => game.players.find(({ id }) => id === player)?.name ?? "";
  return (
    <section class="section">
      <Differences differences={lineDifferences([], round.lines, nameOf)} />
      {round.overrule !== null && <p>{t("Overruled: {reason}", { reason: round.overrule })}</p>}
    </section>
  );
}
