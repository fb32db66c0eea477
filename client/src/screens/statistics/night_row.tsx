import { ListRow } from "../../components/list";
import { t, tn } from "../../i18n";
import { DOT } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../server/api";
import { nightWords } from "./periods";
import { amountWords } from "./words";

interface Props {
  night: Schemas["NightLine"];
  /** Where it leads; nowhere by default. */
  href?: string;
}

/** A night on a list: who won it, and how much was played. */
export function NightRow({ night, href }: Props) {
  const { date, winners, games, players } = night;
  return (
    <ListRow
      {...(href && { href })}
      title={nightWords(date)}
      end={
        <strong>
          {winners.length > 0 ? listed(winners.map(({ name }) => name)) : t("nobody")}
        </strong>
      }
      detail={[amountWords(games, "games"), tn("{count} player", "{count} players", players)].join(
        DOT,
      )}
    />
  );
}
