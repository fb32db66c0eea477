/** Saying who is who: a person and a player of a group. Works only with the server. */

import { api, type Schemas, write } from "../../server/api";
import { type Group, keepGroup } from "../../store";

/** I am this player. */
export async function claim(group: Group, player: string): Promise<void> {
  const claimed = await write((key) =>
    api.POST("/api/v1/players/{player}/claim/", { params: { path: { player }, header: key } }),
  );
  await keep(group, claimed);
}

/** Nobody is this player any more. */
export async function release(group: Group, player: string): Promise<void> {
  const released = await write((key) =>
    api.POST("/api/v1/players/{player}/release/", { params: { path: { player }, header: key } }),
  );
  await keep(group, released);
}

async function keep(group: Group, detail: Schemas["PlayerDetail"]): Promise<void> {
  const { id, name, has_left, user, is_me } = detail;
  const now = { id, name, has_left, user, is_me };
  await keepGroup({
    ...group,
    players: group.players.map((player) => (player.id === id ? now : player)),
  });
}
