/** Asking the server for the outbox: what cannot be answered now is thrown. */

import type { Call } from "../actions/calls";
import { putFact } from "../stored/local_rows";
import type { Answer } from "./server";
import type { Shared } from "./surroundings";

/** The server wants this to be sent again later. */
export class Pause extends Error {
  constructor(readonly retryAfter: number | null) {
    super();
  }
}

/** The server does not know this phone any more. */
export class LoggedOut extends Error {}

/** Ask with a key of its own and a token, each null for none. Throws `Pause`, `LoggedOut`, `Unreachable`. */
export type Ask = (call: Call, key: string | null, token: string | null) => Promise<Answer>;

/** Ask, and note what each answer says about the server's clock. */
export function askingOn({ local, server, now }: Shared): Ask {
  async function noteTime(date: number): Promise<void> {
    const ahead = Math.round((date - now()) / 1000) * 1000;
    const known = local.fact("clock");
    if (known !== undefined && Math.abs(known - ahead) < 10_000) return;
    await local.write((rows) => putFact(rows, "clock", ahead));
  }

  return async (call, key, token) => {
    const answer = await server.send(call, { token, key });
    if (answer.date !== null) await noteTime(answer.date);
    const { status, problem } = answer;
    if (status === 401) throw new LoggedOut();
    if (status === 429 || status === 503) throw new Pause(answer.retryAfter);
    if (problem?.code === "request_in_flight") throw new Pause(answer.retryAfter ?? 1);
    return answer;
  };
}
