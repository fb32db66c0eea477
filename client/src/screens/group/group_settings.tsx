import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Question } from "../../components/dialog";
import { Disclosure } from "../../components/disclosure";
import { Rename } from "../../components/rename";
import { t } from "../../i18n";
import { go } from "../../router";
import { changeGroup, deleteGroup, type Group } from "../../store";
import { ownsGroup } from "../roles";
import { withUndo } from "../with_undo";
import { Seasons } from "./seasons";
import { TimeZone } from "./time_zone";

/** The name of a group, its time zone, its seasons, its page for everybody, and its end; for owners. */
export function GroupSettings({ group, games }: { group: Group; games: number }) {
  const [asking, setAsking] = useState(false);
  if (!ownsGroup(group.my_role)) return null;
  const values = { group: group.name };
  const rename = (name: string) =>
    void withUndo(changeGroup(group.id, { name }), t("Group renamed"));
  const remove = async () => {
    setAsking(false);
    if (await withUndo(deleteGroup(group.id), t("{group} deleted", values))) {
      go("/", { replace: true });
    }
  };
  return (
    <Disclosure title={t("Name, time zone and seasons")}>
      <Rename label={t("Name of the group")} name={group.name} onRename={rename} />
      <TimeZone group={group} />
      <Seasons group={group} />
      <ButtonLink href={`/group/${group.id}/share`}>{t("Show the group to everybody")}</ButtonLink>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t("Delete the group")}
      </Button>
      {asking && (
        <Question
          title={t("Delete {group}?", values)}
          yes={t("Delete for good")}
          danger
          onYes={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              "All its players and games ({games} known here) are deleted for everybody. This cannot be undone.",
              { games },
            )}
          </p>
        </Question>
      )}
    </Disclosure>
  );
}
