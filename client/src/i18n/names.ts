/** Names inside sentences. */

import { isolated, locale } from "./index";

export { isolated };

/** Names as a list in the person's language: "Nora, Jonas and Mia". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(names.map(isolated));
}
