/** Logging in on this phone as somebody: what becomes of who used it before. */

import { Notice } from "../../components/notice";
import { t, tn } from "../../i18n";
import { rich } from "../../i18n/rich";
import { Refused, type Schemas } from "../../server/problems";
import { account, groups, keepLogin, loggedOut, logOut, outbox } from "../../store";

/** Whether nothing would be lost: everything done here has been sent, or can only be sent so. */
export function mayTakeOver(): boolean {
  return outbox.value.waiting === 0 || loggedOut.value;
}

/**
 * Hold this account from now on. What belongs to another one leaves this phone; throws `Refused`
 * if not all of that has been sent.
 */
export async function takeOver(login: Schemas["DeviceLogin"]): Promise<void> {
  const before = account.peek();
  if (before && before.user?.id !== login.user.id) {
    if (outbox.peek().waiting > 0) throw new Refused(notSent(before.name, login.user.name));
    await logOut();
  }
  await keepLogin(login);
}

function notSent(before: string, now: string): Schemas["Problem"] {
  return {
    type: "about:blank",
    title: "Conflict",
    status: 409,
    code: "conflict",
    detail: t(
      "You logged in as {now}, but {before} has not sent everything from this phone. Log in as {before}.",
      { now, before },
    ),
    errors: [],
  };
}

/** What happens to the one who uses this phone now. */
export function WhoWasHere() {
  const now = account.value;
  if (!now) return null;
  const { waiting } = outbox.value;
  if (waiting > 0 && loggedOut.value) {
    return (
      <Notice tone="no" title={t("This phone has been logged out.")}>
        {t("Log in as {name} again: what waits on this phone is sent then.", {
          name: now.name,
        })}
      </Notice>
    );
  }
  if (waiting > 0) {
    return (
      <Notice tone="no" live title={t("Not everything has been sent yet.")}>
        {tn(
          "{count} change on this phone waits for the network, and would be lost. Log in once it is sent.",
          "{count} changes on this phone wait for the network, and would be lost. Log in once they are sent.",
          waiting,
        )}
      </Notice>
    );
  }
  if (groups.value.length === 0) {
    return <p>{t("This phone is used by {name} now.", { name: now.name })}</p>;
  }
  return (
    <Notice tone="no" title={t("This phone is used by {name} now.", { name: now.name })}>
      <p>
        {t("If you log in as somebody else, the groups and games of {name} leave this phone.", {
          name: now.name,
        })}
      </p>
      {now.user?.is_guest !== false && (
        <p>
          {rich(
            t(
              "Nobody can come back to them unless another device is logged in as {name}. {keep} first.",
              { name: now.name },
            ),
            { keep: <a href="/me/account">{t("Keep the account by e-mail")}</a> },
          )}
        </p>
      )}
    </Notice>
  );
}
