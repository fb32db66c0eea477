/** What members of a group may do. */

import type { Schemas } from "../store";

type Role = Schemas["MemberRole"] | null;

/** Whether this member may record and change games; null is nobody's role. */
export function mayScore(role: Role): boolean {
  return role === "owner" || role === "scorer";
}

/** Whether this member may delete games and decide about people. */
export function ownsGroup(role: Role): boolean {
  return role === "owner";
}
