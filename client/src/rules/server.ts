/** The server's answers, while the phone has no rules of its own. */

import { SERVER, sendWithin } from "../server/api";
import { type Asked, type Reply, type RuleFunction, Unavailable } from "./functions";

const BASE = `${SERVER}/api/v1/referee/`;
const send = sendWithin(10_000); // milliseconds: nobody waits longer for a ruling
const CANNOT_ANSWER = 429; // too many questions; so are 500 and above

type Fields = Readonly<Record<string, string | undefined>>;

/** The functions that are read with GET; all others are asked with POST. */
const READ: Readonly<Partial<Record<RuleFunction, (fields: Fields) => string>>> = {
  editions: () => "editions/",
  edition: ({ edition }) => `editions/${encodeURIComponent(edition ?? "")}/`,
  rules: (fields) => `rules/${query(fields)}`,
  rule: ({ entry, ...rest }) => `rules/${encodeURIComponent(entry ?? "")}/${query(rest)}`,
};

function query(fields: Fields): string {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => !!pair[1]);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** Ask the server; throws Unavailable if it cannot be reached or cannot answer now. */
export async function askServer<Name extends RuleFunction>(
  name: Name,
  request: Asked<Name>,
): Promise<Reply> {
  const address = READ[name]?.(request as Fields);
  const asked = address
    ? new Request(BASE + address, { headers: { Accept: "application/json" } })
    : new Request(`${BASE}${name}/`, {
        method: "POST",
        headers: { Accept: "application/json", "Content-Type": "application/json" },
        body: JSON.stringify(request),
      });
  try {
    const response = await send(asked);
    const { status } = response;
    if (status >= 500 || status === CANNOT_ANSWER) {
      throw new Unavailable(`The server answers ${status}.`);
    }
    return { status, body: await response.text() };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable(String(error));
  }
}
