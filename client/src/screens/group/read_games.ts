/** The list of a group's games; what was read is there without a network, too. */

import { api, orNull, read, readAll, type Schemas } from "../../server/api";
import { savedForm, saveForm } from "../../store";

type Summary = Schemas["GameSummary"];

/** The games as this phone last read them; null if it never did. */
export async function rememberedGames(group: string): Promise<Summary[] | null> {
  return (await savedForm<Summary[]>(place(group))) ?? null;
}

/** The newest games, at most 100; null if they cannot be read. */
export async function readGames(group: string): Promise<Summary[] | null> {
  const path = { group };
  const page = await orNull(
    read(api.GET("/api/v1/groups/{group}/games/", { params: { path, query: { limit: 100 } } })),
  );
  if (page) await saveForm(place(group), page.results);
  return page?.results ?? null;
}

/** Those that can be restored; null if they cannot be read. Only owners may ask. */
export function readDeletedGames(group: string): Promise<Summary[] | null> {
  const path = { group };
  return orNull(
    readAll((page) =>
      api.GET("/api/v1/groups/{group}/games/", {
        params: { path, query: { ...page, deleted: true } },
      }),
    ),
  );
}

/** The players of a group who have left; null if they cannot be read. */
export function readPlayersWhoLeft(group: string): Promise<Schemas["GroupPlayer"][] | null> {
  const path = { group };
  return orNull(
    readAll((page) =>
      api.GET("/api/v1/groups/{group}/players/", {
        params: { path, query: { ...page, has_left: true } },
      }),
    ),
  );
}

function place(group: string): string {
  return `games of ${group}`;
}
