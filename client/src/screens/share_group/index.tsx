import { useMemo } from "preact/hooks";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { sharingOf } from "../../server/sharing";
import { MissingGroup } from "../missing_group";
import { ownsGroup } from "../roles";
import { ShareLink } from "../share_link";
import { useGroup } from "../use_group";

/** Show a group to those who are not in it: on the fridge, on a page of the club. */
export default function ShareGroupScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  const sharing = useMemo(() => sharingOf({ group: id }), [id]);
  return (
    <Screen title={t("Show the group")} up={`/group/${id}`} upLabel={group?.name ?? t("Group")}>
      {!group ? (
        <MissingGroup />
      ) : ownsGroup(group.my_role) ? (
        <ShareLink
          sharing={sharing}
          title={t("A page for everybody")}
          hint={t(
            "Everybody who has the link sees who leads, the last night and the games in progress, without an account. Players are named, nobody else.",
          )}
          label={t("Link to the page")}
          text={t("See how {group} plays", { group: group.name })}
          alt={t("QR code: see how {group} plays", { group: group.name })}
          mayAdopt
        />
      ) : (
        <EmptyState title={t("Only owners can show the group to everybody.")} />
      )}
    </Screen>
  );
}
