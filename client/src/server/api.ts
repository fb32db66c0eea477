/** The server of this page: the phone's calls of the API. */

import { language } from "../i18n";
import { connect, throwIfRefused } from "./connection";
import { Unreachable } from "./problems";

export * from "./answers";
export { newId } from "./ids";
export { isRefused, type Problem, Refused, type Schemas, Unreachable } from "./problems";

/** Where the server is: where this page comes from. */
export const SERVER = globalThis.location?.origin ?? "http://localhost:8000";

export const here = connect(SERVER, { language: () => language.peek() });
export const { api, holdToken, reachable, send, sendForFile, sendWithin, tokenRefused } = here;

/** A file of the API by its path, with the token in a header and never in the address. */
export async function readFile(path: string, accept: string): Promise<Blob> {
  const response = await sendForFile(new Request(SERVER + path, { headers: { Accept: accept } }));
  await throwIfRefused(response);
  try {
    return await response.blob();
  } catch (error) {
    throw new Unreachable(String(error));
  }
}
