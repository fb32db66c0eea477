import { useEffect } from "preact/hooks";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { readMe } from "../../server/accounts";
import { orNull } from "../../server/answers";
import { account, keepLogin, loggedOut } from "../../store";
import { Credentials } from "./credentials";
import { KeepAccount } from "./keep_account";
import { Leaving } from "./leaving";
import { LogIn } from "./log_in";
import "./account.css";

/** The account of this phone: keeping it, its address and password, taking it along, ending it. */
export default function AccountScreen() {
  const me = account.value;
  const token = me?.token ?? null;
  useEffect(() => {
    if (token) void refresh(token);
  }, [token]);
  return (
    <Screen title={t("Your account")} up="/me">
      {me && !loggedOut.value ? (
        <>
          {me.user?.is_guest === false ? (
            <Credentials email={me.user.email ?? ""} />
          ) : (
            <KeepAccount />
          )}
          <LogIn />
          <Leaving />
        </>
      ) : (
        <>
          <LogIn />
          {me && <Leaving />}
        </>
      )}
    </Screen>
  );
}

/** It may have been changed on another device. */
async function refresh(token: string): Promise<void> {
  const user = await orNull(readMe());
  const now = account.peek();
  if (!user || now?.token !== token || !now.user) return;
  const changed = (["email", "pending_email", "is_guest"] as const).some(
    (field) => (now.user?.[field] ?? null) !== user[field],
  );
  if (changed) await keepLogin({ token, user });
}
