import { useEffect } from "preact/hooks";
import { roundInEntry } from "../../rules";

/** While a round is entered here, the rules on the phone do not change. */
export function useRoundInEntry(): void {
  useEffect(() => {
    roundInEntry.value = true;
    return () => {
      roundInEntry.value = false;
    };
  }, []);
}
