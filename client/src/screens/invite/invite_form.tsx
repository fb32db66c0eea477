import { useState } from "preact/hooks";
import { Form } from "../../components/form";
import { Segmented } from "../../components/segmented";
import { t, tn } from "../../i18n";
import { invite } from "../../server/groups";
import type { Group, Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { ownsGroup } from "../roles";

type Role = Schemas["MemberRole"];

interface Props {
  group: Group;
  onMade: (invite: Schemas["InviteDetail"]) => void;
}

const HOURS = [4, 48, 168, 720] as const;

/** For whom a code is, how long it works and how often. Submitted by the screen's main button. */
export function InviteForm({ group, onMade }: Props) {
  const owner = ownsGroup(group.my_role);
  const [role, setRole] = useState<Role>(owner ? "scorer" : "viewer");
  const [hours, setHours] = useState<number>(48);
  const [uses, setUses] = useState<"any" | "one">("any");
  const asking = useAsking();

  const make = () =>
    asking.ask(async () => {
      const body = { role, expires_in_hours: hours, max_uses: uses === "one" ? 1 : null };
      onMade(await invite(group.id, body));
    });

  const roles: readonly { value: Role; label: string; hint: string }[] = [
    { value: "scorer", label: t("Scorers"), hint: t("start games and enter rounds") },
    { value: "viewer", label: t("Viewers"), hint: t("see everything, enter their own points") },
    { value: "owner", label: t("Owners"), hint: t("can do everything, even manage members") },
  ];
  return (
    <Form id="invite" class="section invite-form" onSubmit={() => !asking.busy && make()}>
      <Segmented
        legend={t("Who joins with this code?")}
        tall
        options={owner ? roles : roles.filter(({ value }) => value === "viewer")}
        value={role}
        onChange={setRole}
      />
      <Segmented
        legend={t("How long does it work?")}
        options={HOURS.map((value) => ({ value, label: durationWords(value) }))}
        value={hours}
        onChange={setHours}
      />
      <Segmented
        legend={t("For how many?")}
        options={[
          { value: "any", label: t("Any number") },
          { value: "one", label: t("One person") },
        ]}
        value={uses}
        onChange={setUses}
      />
      <WhyNot asking={asking} />
    </Form>
  );
}

function durationWords(hours: number): string {
  return hours < 24
    ? tn("{count} hour", "{count} hours", hours)
    : tn("{count} day", "{count} days", hours / 24);
}
