import { useEffect, useRef, useState } from "preact/hooks";
import { network } from "../store";

const PATIENCE = 1500; // milliseconds: on a slow network, what is there is better than order

/**
 * Whether to go on without what is being read: because it is there, or will not come soon.
 *
 * What comes in later would push down whatever is below it, away from the thumb. Once true, it
 * stays so.
 */
export function usePatience(isThere: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const goesOn = useRef(false);
  goesOn.current ||= isThere || isLate || !network.value;
  useEffect(() => {
    const waited = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(waited);
  }, []);
  return goesOn.current;
}
