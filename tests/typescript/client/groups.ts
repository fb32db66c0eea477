// Who plays together: groups, their members who hold a phone, and their players who may not.

import { all, api, explain, once, read, Refused, type Schemas, write } from "./api";

type Group = Schemas["GroupDetail"];
type Invite = Schemas["InviteDetail"];
type Member = Schemas["GroupMember"];
type PlayerDetail = Schemas["PlayerDetail"];
type Player = Schemas["GroupPlayer"];

// --- Groups -----------------------------------------------------------------------------

export function makeGroup(name: string): Promise<Group> {
  return write((header) => api.POST("/api/v1/groups/", { params: { header }, body: { name } }));
}

export async function myGroups(): Promise<string[]> {
  const groups = await all((query) => api.GET("/api/v1/groups/", { params: { query } }));
  return groups.map(({ name, my_role, player_count }) => `${name} (${my_role}, ${player_count})`);
}

export function openGroup(group: string): Promise<Group> {
  return read(api.GET("/api/v1/groups/{group}/", { params: { path: { group } } }));
}

export function renameGroup(group: string, name: string): Promise<Group> {
  return write((header) =>
    api.PATCH("/api/v1/groups/{group}/", { params: { path: { group }, header }, body: { name } }),
  );
}

export async function deleteGroup(group: string): Promise<void> {
  const query = { confirm: true } as const;
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/", { params: { path: { group }, query, header } }),
  );
}

// --- Invites ----------------------------------------------------------------------------

export function invite(group: string, role: Invite["role"]): Promise<Invite> {
  return write((header) =>
    api.POST("/api/v1/groups/{group}/invites/", {
      params: { path: { group }, header },
      body: { role, expires_in_hours: 4, max_uses: null },
    }),
  );
}

/** The invites that still let somebody in. */
export async function openInvites(group: string): Promise<Invite[]> {
  const invites = await all((query) =>
    api.GET("/api/v1/groups/{group}/invites/", { params: { path: { group }, query } }),
  );
  return invites.filter(({ uses, max_uses }) => max_uses === null || uses < max_uses);
}

export async function revokeInvite(group: string, { id }: Invite): Promise<void> {
  const path = { group, invite: id };
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/invites/{invite}/", { params: { path, header } }),
  );
}

/** What a code leads to, before anybody has an account; null where there is none such. */
export async function preview(code: string): Promise<Schemas["InvitePreview"] | null> {
  const { data, error } = await api.GET("/api/v1/join/{code}/", { params: { path: { code } } });
  if (error?.code === "unknown_code") return null;
  if (error) throw new Refused(error);
  return data;
}

/** Come in by a code as it was told; null where there is none such. */
export async function join(code: string): Promise<Group | null> {
  const { data, error } = await once((header) =>
    api.POST("/api/v1/join/", { params: { header }, body: { code } }),
  );
  if (error?.code === "unknown_code") return null;
  if (error) throw new Refused(error);
  return data;
}

// --- Members ----------------------------------------------------------------------------

export function members(group: string): Promise<Member[]> {
  return all((query) =>
    api.GET("/api/v1/groups/{group}/members/", { params: { path: { group }, query } }),
  );
}

export function letScore(group: string, member: Member): Promise<Member> {
  const path = { group, member: member.id };
  const body: { role: Member["role"] } = { role: "scorer" };
  return write((header) =>
    api.PATCH("/api/v1/groups/{group}/members/{member}/", { params: { path, header }, body }),
  );
}

export async function leaveGroup(group: string): Promise<void> {
  const everybody = await members(group);
  const me = everybody.find((member) => member.is_me);
  const heir = everybody.find((member) => !member.is_me && member.role === "scorer");
  if (!me) return;
  if (me.role === "owner" && heir) {
    const body = { member: heir.id };
    await write((header) =>
      api.POST("/api/v1/groups/{group}/hand-over/", { params: { path: { group }, header }, body }),
    );
  }
  const path = { group, member: me.id };
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/members/{member}/", { params: { path, header } }),
  );
}

// --- Players ----------------------------------------------------------------------------

export function addPlayer(group: string, name: string): Promise<PlayerDetail> {
  return write((header) =>
    api.POST("/api/v1/groups/{group}/players/", {
      params: { path: { group }, header },
      body: { name },
    }),
  );
}

/** Those who can be seated, each with whose phone they are on. */
export async function whoPlays(group: string): Promise<Map<string, string | null>> {
  const players: Player[] = await all((page) =>
    api.GET("/api/v1/groups/{group}/players/", {
      params: { path: { group }, query: { ...page, has_left: false } },
    }),
  );
  return new Map(players.map(({ name, user }) => [name, user === null ? null : user.name]));
}

/** A player by an id that may be out of date: who was merged is found as who they are. */
export async function findPlayer(player: string): Promise<PlayerDetail> {
  const found = await read(api.GET("/api/v1/players/{player}/", { params: { path: { player } } }));
  if (found.merged_from !== null) console.info(`${found.merged_from} is ${found.id} now`);
  return found;
}

export function renamePlayer(player: string, name: string): Promise<PlayerDetail> {
  return changePlayer(player, { name });
}

/** Delete who never played; who has played stays on the score sheets, and leaves. */
export async function letGo(player: string): Promise<void> {
  const { error } = await once((header) =>
    api.DELETE("/api/v1/players/{player}/", { params: { path: { player }, header } }),
  );
  if (error?.code === "has_played") await changePlayer(player, { has_left: true });
  else if (error) throw new Refused(error);
}

/** Say that a player is me; a sentence for the screen where that cannot be. */
export async function thatIsMe(player: string): Promise<PlayerDetail | string> {
  const { data, error } = await once((header) =>
    api.POST("/api/v1/players/{player}/claim/", { params: { path: { player }, header } }),
  );
  if (data) return data;
  return error.code === "already_claimed" ? "Somebody else is that." : explain(error);
}

/** Decide whether a viewer is the player they say to be. */
export function decideClaim(
  group: string,
  { id, claims }: Member,
  approved: boolean,
): Promise<Member> {
  const path = { group, member: id };
  const body = { player: claims?.id ?? "" };
  return write((header) =>
    approved
      ? api.POST("/api/v1/groups/{group}/members/{member}/approve-claim/", {
          params: { path, header },
          body,
        })
      : api.POST("/api/v1/groups/{group}/members/{member}/refuse-claim/", {
          params: { path, header },
          body,
        }),
  );
}

export function thatIsNotMe(player: string): Promise<PlayerDetail> {
  return write((header) =>
    api.POST("/api/v1/players/{player}/release/", { params: { path: { player }, header } }),
  );
}

/** Say that somebody was written down twice. */
export function merge(twice: string, into: string): Promise<PlayerDetail> {
  const path = { player: twice };
  return write((header) =>
    api.POST("/api/v1/players/{player}/merge/", { params: { path, header }, body: { into } }),
  );
}

function changePlayer(player: string, body: { name: string } | { has_left: boolean }) {
  return write((header) =>
    api.PATCH("/api/v1/players/{player}/", { params: { path: { player }, header }, body }),
  );
}

// --- Phases -----------------------------------------------------------------------------

/** Save what the table has agreed on, and say how it compares with the official Phases. */
export async function savePhases(
  group: string,
  list: Schemas["NewPhaseListRequest"],
): Promise<string> {
  const { edition, phases } = list;
  const rated = await read(api.POST("/api/v1/referee/difficulty/", { body: { edition, phases } }));
  const saved = await write((header) =>
    api.POST("/api/v1/groups/{group}/phase-lists/", {
      params: { path: { group }, header },
      body: list,
    }),
  );
  return `${saved.name}: ${rated.rounds ?? "?"} rounds, officially ${rated.official_rounds}`;
}

/** What a new game can be started with. */
export async function choices(group: string, edition: Schemas["NewPhaseListRequest"]["edition"]) {
  const path = { group };
  const { presets } = await read(
    api.GET("/api/v1/referee/presets/{edition}/", { params: { path: { edition } } }),
  );
  const saved = await read(
    api.GET("/api/v1/groups/{group}/phase-lists/", { params: { path } }),
  );
  return [
    ...presets.map(({ preset, title }) => ({ preset: preset as string, title })),
    ...saved.map(({ id, name }) => ({ preset: id, title: name })),
  ];
}

export function renamePhases(group: string, phase_list: string, name: string) {
  const path = { group, phase_list };
  return write((header) =>
    api.PATCH("/api/v1/groups/{group}/phase-lists/{phase_list}/", {
      params: { path, header },
      body: { name },
    }),
  );
}

export async function forgetPhases(group: string, phase_list: string): Promise<void> {
  const path = { group, phase_list };
  await write((header) =>
    api.DELETE("/api/v1/groups/{group}/phase-lists/{phase_list}/", { params: { path, header } }),
  );
}
