import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { t } from "../../i18n";
import type { Group } from "../../store";
import { mayScore } from "../roles";

/** The games of a group as files, out of here and into here. */
export function GamesAsFiles({ group }: { group: Group }) {
  const address = `/group/${group.id}`;
  return (
    <Disclosure title={t("Games as files")}>
      <List>
        <ListRow
          title={t("Export")}
          detail={t("All games as a table, a workbook or an archive")}
          href={`${address}/export`}
        />
        {mayScore(group.my_role) && (
          <ListRow
            title={t("Import games")}
            detail={t("From a sheet, Board Game Stats or an archive")}
            href={`${address}/import`}
          />
        )}
      </List>
    </Disclosure>
  );
}
