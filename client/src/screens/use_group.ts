import { useEffect } from "preact/hooks";
import { type Group, groupOf, openGroup } from "../store";

/** A group, followed as long as the screen is open; undefined until it is known. */
export function useGroup(id: string): Group | undefined {
  useEffect(() => openGroup(id), [id]);
  return groupOf(id).value;
}
