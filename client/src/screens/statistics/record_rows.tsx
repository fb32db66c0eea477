import { List, ListRow } from "../../components/list";
import { isolated, t, tn } from "../../i18n";
import { DOT, dayWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";
import { amountWords } from "./words";

/** A record; one that was broken on a night also has its value before, if there was one. */
type Row = Schemas["Feat"] & { previous?: number | null };

/** Records with who holds them; each leads to its game. */
export function RecordRows({ records }: { records: readonly Row[] }) {
  return (
    <List>
      {records.map((record) => (
        <ListRow
          key={`${record.code} ${record.variant} ${record.phases}`}
          href={`/g/${record.game}`}
          title={record.title}
          end={<strong class="number">{amountWords(record.value, record.unit)}</strong>}
          detail={detailOf(record)}
        />
      ))}
    </List>
  );
}

function detailOf(record: Row): string {
  const { player, games, round, played_at, previous } = record;
  const parts = [isolated(player.name)];
  if (previous === undefined) parts.push(dayWords(played_at));
  if (round !== null) parts.push(t("round {round}", { round }));
  if (games > 1) parts.push(tn("{count} game holds it", "{count} games hold it", games));
  if (typeof previous === "number") {
    parts.push(t("before: {value}", { value: amountWords(previous, record.unit) }));
  }
  return parts.join(DOT);
}
