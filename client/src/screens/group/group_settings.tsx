import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Question } from "../../components/dialog";
import { Disclosure } from "../../components/disclosure";
import { Field } from "../../components/field";
import { t } from "../../i18n";
import { go } from "../../router";
import { changeGroup, deleteGroup, type Group } from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { ownsGroup } from "../roles";
import { withUndo } from "../with_undo";
import { Seasons } from "./seasons";
import { TimeZone } from "./time_zone";

/** The name of a group, its time zone, its seasons, its page for everybody, and its end; for owners. */
export function GroupSettings({ group, games }: { group: Group; games: number }) {
  const [name, setName] = useState(group.name);
  const [asking, setAsking] = useState(false);
  if (!ownsGroup(group.my_role)) return null;
  const values = { group: group.name };
  const renamed = cleanName(name) !== "" && cleanName(name) !== group.name;
  const rename = () =>
    void withUndo(changeGroup(group.id, { name: cleanName(name) }), t("Group renamed"));
  const remove = async () => {
    setAsking(false);
    if (await withUndo(deleteGroup(group.id), t("{group} deleted", values))) {
      go("/", { replace: true });
    }
  };
  return (
    <Disclosure title={t("Name, time zone and seasons")}>
      <Field
        label={t("Name of the group")}
        value={name}
        onValue={setName}
        maxLength={LONGEST_NAME}
        after={
          <Button small disabled={!renamed} onClick={rename}>
            {t("Rename")}
          </Button>
        }
      />
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
