import { tell, tellRefused } from "../components/told";
import type { Stored } from "../store";

/**
 * Tell what was done, with the way back, or why it was refused; whether it was done. `on` is the
 * address that is shown then.
 */
export async function withUndo(
  acting: Promise<Stored>,
  text: string,
  on?: string,
): Promise<boolean> {
  const stored = await acting;
  if (stored.problem) tellRefused(stored.problem);
  else tell(text, stored, on);
  return !stored.problem;
}
