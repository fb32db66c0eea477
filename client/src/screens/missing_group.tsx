import { EmptyState } from "../components/empty_state";
import { t } from "../i18n";
import { network } from "../store";
import { usePatience } from "./use_patience";

/** In place of a group that this phone does not know: it is being looked for, or why it is not here. */
export function MissingGroup() {
  const waited = usePatience(false);
  if (!network.value) {
    return (
      <EmptyState title={t("This group is not on this phone")}>
        <p>{t("It appears once the server can be reached.")}</p>
      </EmptyState>
    );
  }
  if (!waited) return <EmptyState title={t("Looking for this group …")} />;
  return (
    <EmptyState title={t("This group is not here")}>
      <p>{t("It was deleted, or you are no longer in it.")}</p>
    </EmptyState>
  );
}
