import { Unreachable } from "../../server/problems";
import { account } from "../../store";
import { becomes } from "../../timing";

const WITHIN = 15_000; // milliseconds

/** Wait until the server knows who this is: a guest who began offline is created first. */
export async function withToken(): Promise<void> {
  const isThere = await becomes(() => account.value?.token, WITHIN);
  if (!isThere) throw new Unreachable("no token yet");
}
