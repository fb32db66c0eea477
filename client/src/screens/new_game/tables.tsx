import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { groups } from "../../store";
import { type NewGame, withGroup } from "./form";
import { canDeal, me, usual } from "./who_played";

const NEW = "";
const MOST = 5; // a list to look through is no help: the others begin on their own screen

/** Which of the groups plays, or a new one; nothing while there are none. */
export function Tables({ form, change }: { form: NewGame; change: (form: NewGame) => void }) {
  const open = groups.value.filter(canDeal);
  if (open.length === 0) return null;
  const chosen = open.find(({ id }) => id === form.group);
  const shown = [...new Set([...open.slice(0, MOST), ...(chosen ? [chosen] : [])])];
  return (
    <div class="section">
      <Segmented
        legend={t("Table")}
        options={[
          ...shown.map(({ id, name }) => ({
            value: id,
            label: <bdi class="two-lines">{name}</bdi>,
          })),
          { value: NEW, label: t("A new one") },
        ]}
        value={form.group ?? NEW}
        onChange={(value) => {
          const group = value === NEW ? null : value;
          change(withGroup(form, group, group ? usual(group) : me()));
        }}
      />
    </div>
  );
}
