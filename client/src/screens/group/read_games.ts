/** The list of a group's games; what was read is there without a network, too. */

import { api, read, readAll, type Schemas, Unreachable } from "../../server/api";
import { savedForm, saveForm } from "../../store";

type Summary = Schemas["GameSummary"];

/** The games as this phone last read them; null if it never did. */
export async function rememberedGames(group: string): Promise<Summary[] | null> {
  return (await savedForm<Summary[]>(place(group))) ?? null;
}

/** The newest games, at most 100; null if the server cannot be reached. */
export async function readGames(group: string): Promise<Summary[] | null> {
  const path = { group };
  const page = await ifReachable(
    read(api.GET("/api/v1/groups/{group}/games/", { params: { path, query: { limit: 100 } } })),
  );
  if (page) await saveForm(place(group), page.results);
  return page?.results ?? null;
}

/** Those that can be restored; null if the server cannot be reached. Only owners may ask. */
export function readDeletedGames(group: string): Promise<Summary[] | null> {
  const path = { group };
  return ifReachable(
    readAll((page) =>
      api.GET("/api/v1/groups/{group}/games/", {
        params: { path, query: { ...page, deleted: true } },
      }),
    ),
  );
}

/** The players of a group who have left; null if the server cannot be reached. */
export function readPlayersWhoLeft(group: string): Promise<Schemas["GroupPlayer"][] | null> {
  const path = { group };
  return ifReachable(
    readAll((page) =>
      api.GET("/api/v1/groups/{group}/players/", {
        params: { path, query: { ...page, has_left: true } },
      }),
    ),
  );
}

async function ifReachable<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

function place(group: string): string {
  return `games of ${group}`;
}
