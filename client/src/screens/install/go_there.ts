/** From this address of the server to its HTTPS one, with the account and all that is only here. */

import { startPairing } from "../../server/accounts";
import { Unreachable } from "../../server/problems";
import { account, outbox, packed, wrapped } from "../../store";
import { becomes } from "../../timing";

const SENDING = 10_000; // milliseconds to send from here what waits

/** The address to open there. Throws `Refused`, `Unreachable`. */
export async function addressThere(origin: string): Promise<string> {
  if (!account.peek()) return `${origin}/`;
  // What needs a decision goes along as it is.
  const waits = () => outbox.value.waiting - outbox.value.troubles.length > 0;
  await becomes(() => !waits() && account.value?.token, SENDING);
  const luggage = packed();
  if (!luggage) throw new Unreachable("the server does not know the account yet");
  const { code } = await startPairing();
  return `${origin}/pair#${code}.${await wrapped(luggage)}`;
}
