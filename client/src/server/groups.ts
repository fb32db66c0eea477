/** Coming into a group, and saying who one is there. Online only. */

import { api, read, readAll, type Schemas, write } from "./api";

type Group = Schemas["GroupDetail"];
type Invite = Schemas["InviteDetail"];

/** What a code leads to, even without an account; throws `Refused` with `unknown_code`. */
export function previewInvite(code: string): Promise<Schemas["InvitePreview"]> {
  return read(api.GET("/api/v1/join/{code}/", { params: { path: { code } } }));
}

/** Become a member; somebody who is one already stays it. */
export function joinGroup(code: string): Promise<Group> {
  return write((header) => api.POST("/api/v1/join/", { params: { header }, body: { code } }));
}

/** The game that is being played in a group: the last one that began. */
export async function gameInPlay(group: string): Promise<Schemas["GameSummary"] | null> {
  const params = { path: { group }, query: { status: "playing", limit: 1 } as const };
  const { results } = await read(api.GET("/api/v1/groups/{group}/games/", { params }));
  return results[0] ?? null;
}

// --- Invites ---------------------------------------------------------------------------

/** Those that still let somebody in, the newest first. */
export async function readInvites(group: string): Promise<Invite[]> {
  const invites = await readAll((query) =>
    api.GET("/api/v1/groups/{group}/invites/", { params: { path: { group }, query } }),
  );
  return invites.filter(({ uses, max_uses }) => max_uses === null || uses < max_uses);
}

export function invite(group: string, body: Schemas["NewInviteRequest"]): Promise<Invite> {
  const path = { group };
  return write((header) =>
    api.POST("/api/v1/groups/{group}/invites/", { params: { path, header }, body }),
  );
}

export async function revokeInvite(group: string, id: string): Promise<void> {
  const path = { group, invite: id };
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/invites/{invite}/", { params: { path, header } }),
  );
}
