import { signal } from "@preact/signals";
import { createContext } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import "./waiting.css";

/** How many of the answers in view lack the latest games. */
const incomplete = signal(0);

/** Whether what is shown lacks the latest games: what is missing may be there in a moment. */
export const IsCounting = createContext(false);

/** Have the foot of the screen tell that games are being counted, as long as they are. */
export function useCounting(isCounting: boolean): void {
  useEffect(() => {
    if (!isCounting) return;
    incomplete.value += 1;
    return () => {
      incomplete.value -= 1;
    };
  }, [isCounting]);
}

/** A line of small print for figures that will be others in a moment; it moves none of them. */
export function Counting() {
  if (incomplete.value === 0) return null;
  return (
    <p class="foot-words faint small" role="status">
      {t("The latest games are still being counted.")}
    </p>
  );
}
