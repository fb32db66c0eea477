import { useState } from "preact/hooks";
import { Button, ButtonRow } from "../../components/button";
import { FullQr } from "../../components/full_qr";
import { List, ListRow } from "../../components/list";
import { QrPicture } from "../../components/qr_picture";
import { ShareText } from "../../components/share_text";
import { t, tn } from "../../i18n";
import { DOT, dayAndTimeWords } from "../../i18n/formats";
import type { Schemas } from "../../store";

type Invite = Schemas["InviteDetail"];

interface Props {
  invites: readonly Invite[];
  groupName: string;
  onRevoke: (invite: Invite) => void;
}

/** One code large, the others below. */
export function OpenInvites({ invites, groupName, onRevoke }: Props) {
  const [chosen, choose] = useState<string | null>(null);
  const shown = invites.find(({ id }) => id === chosen) ?? invites[0];
  if (!shown) return null;
  const others = invites.filter((invite) => invite !== shown);
  return (
    <>
      <ShownInvite key={shown.id} {...{ invite: shown, groupName, onRevoke }} />
      {others.length > 0 && (
        <>
          <div class="section">
            <h2>{t("Other codes")}</h2>
          </div>
          <List label={t("Other codes")}>
            {others.map((invite) => (
              <ListRow
                key={invite.id}
                title={invite.code}
                detail={limitWords(invite)}
                end={roleWords(invite.role)}
                onPress={() => choose(invite.id)}
              />
            ))}
          </List>
        </>
      )}
    </>
  );
}

interface ShownProps extends Omit<Props, "invites"> {
  invite: Invite;
}

function ShownInvite({ invite, groupName, onRevoke }: ShownProps) {
  const [full, setFull] = useState(false);
  const alt = t("QR code: join {group}", { group: groupName });
  return (
    <div class="section">
      <button type="button" class="invite-picture" onClick={() => setFull(true)}>
        <QrPicture of={invite} alt={alt} />
      </button>
      <p class="code invite-code">{invite.code}</p>
      <p class="faint small">
        {roleWords(invite.role)}
        {DOT}
        {limitWords(invite)}
      </p>
      <ShareText
        label={t("Link")}
        link={invite.link}
        text={t("Join {group} on Tableside", { group: groupName })}
      />
      <ButtonRow>
        <Button onClick={() => setFull(true)}>{t("Full screen")}</Button>
        <Button kind="danger" onClick={() => onRevoke(invite)}>
          {t("Switch off")}
        </Button>
      </ButtonRow>
      {full && <FullQr title={groupName} of={invite} alt={alt} onClose={() => setFull(false)} />}
    </div>
  );
}

function roleWords(role: Schemas["MemberRole"]): string {
  return { owner: t("for owners"), scorer: t("for scorers"), viewer: t("for viewers") }[role];
}

/** Until when, and for how many more. */
function limitWords({ expires_at, max_uses, uses }: Invite): string {
  const until = dayAndTimeWords(expires_at);
  if (max_uses === null) return t("works until {time}", { time: until });
  return tn(
    "works until {time}, for {count} person",
    "works until {time}, for {count} people",
    max_uses - uses,
    { time: until },
  );
}
