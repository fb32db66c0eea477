/** The guest of this phone: a name at first, an account once the server can be reached. */

import { guestCall } from "../actions/calls";
import { getFact, putFact } from "../stored/local_rows";
import { type Ask, LoggedOut, Pause } from "./asking";
import type { Shared } from "./surroundings";

/** Create the guest on the server, unless that was done. */
export async function createGuest({ local, device, timeZone }: Shared, ask: Ask): Promise<void> {
  const account = local.fact("account");
  if (!account || account.token !== null) return;
  const guest = account.guest ?? { device: device(), timeZone: timeZone() }; // none: begun earlier
  const call = guestCall(account.name, guest.device, guest.timeZone);
  const { data, problem, status } = await ask(call, account.key, null);
  if (problem || !data) throw status >= 500 ? new Pause(null) : new LoggedOut();
  const login = data as { token: string; user: NonNullable<typeof account.user> };
  await local.write(async (rows) => {
    const now = await getFact(rows, "account");
    if (now?.key !== account.key || now.token !== null) return; // somebody else
    await putFact(rows, "account", { ...now, token: login.token, user: login.user });
  });
}
