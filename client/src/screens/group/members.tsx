import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Dialog, Question } from "../../components/dialog";
import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { Segmented } from "../../components/segmented";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { go } from "../../router";
import { changeRole, type Group, handOver, removeMember, type Schemas } from "../../store";
import { ownsGroup } from "../roles";
import { withUndo } from "../with_undo";

type Role = Schemas["MemberRole"];

/** Who has joined the group with a phone of their own, and what they may do. */
export function Members({ group }: { group: Group }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const member = group.members.find(({ id }) => id === chosen);
  const owns = ownsGroup(group.my_role);
  const owners = group.members.filter(({ role }) => role === "owner").length;
  return (
    <Disclosure title={t("Members")} value={group.members.length}>
      <p class="faint small">{t("Those who have joined with a phone of their own.")}</p>
      <List label={t("Members")}>
        {group.members.map((one) => (
          <ListRow
            key={one.id}
            title={<bdi>{one.user.name}</bdi>}
            tags={
              <>
                <Tag>{ROLES[one.role].title()}</Tag>
                {one.is_me && <Tag on>{t("you")}</Tag>}
              </>
            }
            {...((owns || one.is_me) && { onPress: () => setChosen(one.id) })}
          />
        ))}
      </List>
      {member && (
        <MemberDialog
          group={group}
          member={member}
          owners={owners}
          onClose={() => setChosen(null)}
        />
      )}
    </Disclosure>
  );
}

const ROLES: Record<Role, { title: () => string; hint: () => string }> = {
  owner: {
    title: () => t("Owner"),
    hint: () => t("Everything, also deleting games and deciding about members."),
  },
  scorer: { title: () => t("Scorer"), hint: () => t("Records, corrects and starts games.") },
  viewer: { title: () => t("Viewer"), hint: () => t("Watches, and enters their own points.") },
};
const ORDER: readonly Role[] = ["owner", "scorer", "viewer"];

interface Props {
  group: Group;
  member: Schemas["GroupMember"];
  /** How many owners the group has: the last one has to stay. */
  owners: number;
  onClose: () => void;
}

function MemberDialog({ group, member, owners, onClose }: Props) {
  const [asking, setAsking] = useState<"remove" | "hand_over" | Role | null>(null);
  const owns = ownsGroup(group.my_role);
  const last = member.role === "owner" && owners === 1;
  const values = { name: member.user.name, group: group.name };

  const setRole = (role: Role) => {
    setAsking(null);
    void withUndo(
      changeRole(group.id, member.id, role),
      t("{name} is now: {role}", { ...values, role: ROLES[role].title() }),
    );
  };
  const remove = async () => {
    onClose();
    const text = member.is_me
      ? t("You have left {group}", values)
      : t("{name} removed from the group", values);
    const on = member.is_me ? "/" : undefined;
    const done = await withUndo(removeMember(group.id, member.id), text, on);
    if (done && on) go(on, { replace: true });
  };
  const giveAway = () => {
    onClose();
    void withUndo(handOver(group.id, member.id), t("{name} owns the group now", values));
  };

  if (asking === "remove") {
    return (
      <Question
        title={member.is_me ? t("Leave {group}?", values) : t("Remove {name}?", values)}
        yes={member.is_me ? t("Leave the group") : t("Remove from the group")}
        danger
        onYes={remove}
        onClose={onClose}
      >
        <p>
          {member.is_me
            ? t("You come back only with a new invitation. Your player stays on the score sheets.")
            : t(
                "They come back only with a new invitation, and all open invitations end. Their player stays on the score sheets.",
              )}
        </p>
      </Question>
    );
  }
  if (asking === "hand_over") {
    return (
      <Question
        title={t("Hand {group} over?", values)}
        yes={t("Hand over to {name}", values)}
        onYes={giveAway}
        onClose={onClose}
      >
        <p>{t("{name} becomes the owner, and you become a scorer.", values)}</p>
      </Question>
    );
  }
  if (asking) {
    return (
      <Question
        title={t("Stop being an owner?")}
        yes={t("Stop being an owner")}
        danger
        onYes={() => setRole(asking)}
        onClose={onClose}
      >
        <p>{t("Only another owner can make you one again.")}</p>
      </Question>
    );
  }
  return (
    <Dialog title={member.user.name} onClose={onClose}>
      {owns && !last && (
        <Segmented
          legend={t("Role")}
          tall
          options={ORDER.map((role) => ({
            value: role,
            label: ROLES[role].title(),
            hint: ROLES[role].hint(),
          }))}
          value={member.role}
          onChange={member.is_me ? setAsking : setRole}
        />
      )}
      {last && (
        <p>
          {t("The group needs an owner: make another member the owner first, or delete the group.")}
        </p>
      )}
      {owns && !member.is_me && (
        <Button onClick={() => setAsking("hand_over")}>{t("Hand the group over")}</Button>
      )}
      {!last && (owns || member.is_me) && (
        <Button kind="danger" onClick={() => setAsking("remove")}>
          {member.is_me ? t("Leave the group") : t("Remove from the group")}
        </Button>
      )}
    </Dialog>
  );
}
