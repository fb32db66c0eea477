/** The history of a game, page by page; what was read is there without a network, too. */

import { api, orNull, read, type Schemas, SERVER } from "../../server/api";
import { savedForm, saveForm } from "../../store";
import type { History } from "./joined";

/** How many changes of each game a phone saves at most. */
const LONGEST = 200;

/** The history of a game as this phone last read it. */
export function rememberedHistory(game: string): Promise<History | undefined> {
  return savedForm<History>(place(game));
}

/** Save what is known of a history, unless it is too long. */
export async function rememberHistory(game: string, history: History): Promise<void> {
  if (history.changes.length <= LONGEST) await saveForm(place(game), history);
}

/** The page of a history from this cursor on, null for the latest; null if nothing can be read. */
export async function readHistory(game: string, cursor: string | null): Promise<History | null> {
  const params = { path: { game }, query: cursor === null ? {} : { cursor } };
  const page = await orNull(read(api.GET("/api/v1/games/{game}/changes/", { params })));
  return page && pageOf(page);
}

function pageOf({ results, next }: Schemas["PaginatedGameChangeList"]): History {
  return { changes: results, next: next && new URL(next, SERVER).searchParams.get("cursor") };
}

function place(game: string): string {
  return `history of ${game}`;
}
