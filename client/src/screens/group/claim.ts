/** Saying who is who: a person and a player of a group. Works only with the server. */

import { api, type Schemas, write } from "../../server/api";
import { type Group, storeGroup } from "../../store";

type Member = Schemas["GroupMember"];

/** I am this player; true if somebody who may score has to confirm it first. */
export async function claim(group: Group, player: string): Promise<boolean> {
  const claimed = await say(player, true);
  if (claimed.claim_waits) await storeClaim(group, claimed);
  else await storePlayer(group, claimed);
  return claimed.claim_waits;
}

/** I am not who I said to be. */
export async function takeClaimBack(group: Group, player: string): Promise<void> {
  await say(player, false);
  await storeClaim(group, null);
}

/** A member is, or is not, the player that they say to be. */
export async function decide(group: Group, member: Member, is: boolean): Promise<void> {
  const player = member.claims?.id;
  if (!player) return;
  const path = { group: group.id, member: member.id };
  const decided = await write((header) =>
    api.PATCH("/api/v1/groups/{group}/members/{member}/", {
      params: { path, header },
      body: { claim: is ? "approved" : "refused", player },
    }),
  );
  const { user } = member;
  await storeGroup({
    ...group,
    members: group.members.map((one) => (one.id === member.id ? decided : one)),
    players: group.players.map((one) => (is && one.id === player ? { ...one, user } : one)),
  });
}

/** The player that I say to be, as long as nobody has confirmed it. */
export function waitingClaim(group: Group): Member["claims"] {
  return group.members.find(({ is_me }) => is_me)?.claims ?? null;
}

/** Nobody is this player any more. */
export async function release(group: Group, player: string): Promise<void> {
  await storePlayer(group, await say(player, false));
}

/** Say whether I am this player. */
function say(player: string, claimed: boolean): Promise<Schemas["PlayerDetail"]> {
  const path = { player };
  return write((header) =>
    api.PATCH("/api/v1/players/{player}/", { params: { path, header }, body: { claimed } }),
  );
}

async function storeClaim(group: Group, claims: Member["claims"]): Promise<void> {
  await storeGroup({
    ...group,
    members: group.members.map((member) => (member.is_me ? { ...member, claims } : member)),
  });
}

async function storePlayer(group: Group, detail: Schemas["PlayerDetail"]): Promise<void> {
  const { group: _, merged_from: _from, claim_waits: _waits, ...now } = detail;
  await storeGroup({
    ...group,
    players: group.players.map((player) => (player.id === now.id ? now : player)),
  });
}
