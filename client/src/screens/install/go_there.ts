/** From this address of the server to its HTTPS one, with the account and all that is only here. */

import { startPairing } from "../../server/accounts";
import { Unreachable } from "../../server/problems";
import { account, outbox, packed, wrapped } from "../../store";

const SENDING = 10_000; // milliseconds to send from here what waits

/** The address to open there. Throws `Refused`, `Unreachable`. */
export async function addressThere(origin: string): Promise<string> {
  if (!account.peek()) return `${origin}/`;
  await sent();
  const luggage = packed();
  if (!luggage) throw new Unreachable("the server does not know the account yet");
  const { code } = await startPairing();
  return `${origin}/pair#${code}.${await wrapped(luggage)}`;
}

/** Wait until all is sent that can be: what needs a decision goes along as it is. */
function sent(): Promise<void> {
  const waits = () => outbox.value.waiting - outbox.value.troubles.length > 0;
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, SENDING);
    const stop = outbox.subscribe(() => {
      if (!waits() && account.value?.token) queueMicrotask(end);
    });
  });
}
