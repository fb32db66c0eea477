import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import type { Group, Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { mayScore } from "../roles";
import { decide } from "./claim";

/** Members who say to be a player: those who may score know them, and decide. */
export function Claims({ group }: { group: Group }) {
  if (!mayScore(group.my_role)) return null;
  const waiting = group.members.filter(({ claims }) => claims);
  return (
    <>
      {waiting.map((member) => (
        <Claim key={member.id} group={group} member={member} />
      ))}
    </>
  );
}

function Claim({ group, member }: { group: Group; member: Schemas["GroupMember"] }) {
  const asking = useAsking();
  const answer = (is: boolean) => void asking.ask(() => decide(group, member, is));
  const names = { member: member.user.name, player: member.claims?.name ?? "" };
  return (
    <div class="section">
      <Notice
        live
        title={t("{member} says: I am {player}", names)}
        actions={
          <>
            <Button busy={asking.busy} onClick={() => answer(true)}>
              {t("Approve")}
            </Button>
            <Button busy={asking.busy} onClick={() => answer(false)}>
              {t("Refuse")}
            </Button>
          </>
        }
      >
        {t("Then the games of {player} count as theirs, and they can enter points.", names)}
      </Notice>
      <WhyNot asking={asking} />
    </div>
  );
}
