import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { listed } from "../../i18n/names";
import type { Params } from "../../router";
import { readInvites, revokeInvite } from "../../server/groups";
import { type Group, network, type Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { MissingGroup } from "../missing_group";
import { mayScore } from "../roles";
import { useGroup } from "../use_group";
import { InviteForm } from "./invite_form";
import { OpenInvites } from "./open_invites";
import "./invite.css";

type Invite = Schemas["InviteDetail"];

/** Let others into a group: a code to read out, a link to send, a picture to scan. */
export default function InviteScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  if (group && mayScore(group.my_role)) return <Invites group={group} />;
  return (
    <Screen title={t("Invite")} up={`/group/${id}`}>
      {group ? <EmptyState title={t("Only owners and scorers can invite.")} /> : <MissingGroup />}
    </Screen>
  );
}

function Invites({ group }: { group: Group }) {
  const [invites, setInvites] = useState<readonly Invite[] | null>(null);
  const [making, setMaking] = useState(false);
  const asking = useAsking();
  const joined = useJoined(group);
  const { ask } = asking;
  const online = network.value;

  // Again when somebody has joined: a code may be used up.
  useEffect(() => {
    void ask(async () => setInvites(await readInvites(group.id)));
  }, [group.id, group.member_count, online]);

  const made = (invite: Invite) => {
    setInvites([invite, ...(invites ?? [])]);
    setMaking(false);
  };
  const revoke = ({ id }: Invite) =>
    ask(async () => {
      await revokeInvite(group.id, id);
      setInvites((invites ?? []).filter((invite) => invite.id !== id));
    });
  const form = making || invites?.length === 0;
  return (
    <Screen
      title={t("Invite")}
      up={`/group/${group.id}`}
      upLabel={group.name}
      foot={
        form ? (
          // Keys, or the press that shows the form would submit it, too: by the same button.
          <Button key="make" kind="main" type="submit" form="invite">
            {t("Show a code")}
          </Button>
        ) : (
          invites && (
            <Button key="another" onClick={() => setMaking(true)}>
              {t("Another code")}
            </Button>
          )
        )
      }
    >
      {joined.length > 0 && (
        <div class="section">
          <Notice live title={t("{names} joined.", { names: listed(joined) })} />
        </div>
      )}
      {(asking.problem || asking.unreachable) && (
        <div class="section">
          <WhyNot asking={asking} />
        </div>
      )}
      {form ? (
        <InviteForm group={group} onMade={made} />
      ) : invites ? (
        <OpenInvites
          invites={invites}
          groupName={group.name}
          onRevoke={(one) => void revoke(one)}
        />
      ) : (
        asking.busy && <EmptyState title={t("Looking for open codes …")} />
      )}
    </Screen>
  );
}

/** Who has joined since this screen was opened. */
function useJoined({ members }: Group): string[] {
  const [before] = useState(() => new Set(members.map(({ id }) => id)));
  return members.filter(({ id, is_me }) => !before.has(id) && !is_me).map(({ user }) => user.name);
}
