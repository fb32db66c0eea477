/** Games and groups for people who are not members: links, score sheets, nights. Online only. */

import {
  api,
  type Problem,
  Refused,
  read,
  readFile,
  readIfChanged,
  type Schemas,
  type Tagged,
  write,
} from "./api";

type Game = Schemas["GameDetail"];
type ShareLink = Schemas["ShareLinkDetail"];

/** The links by which anybody can look at something. */
export interface Sharing {
  read(): Promise<ShareLink[]>;
  make(): Promise<ShareLink>;
  /** Nobody can look on by this link any more. */
  stop(link: string): Promise<void>;
  /** Let a link end with my membership, and not with that of whoever made it. For owners. */
  adopt(link: string): Promise<ShareLink>;
}

export function sharingOf(shown: { game: string } | { group: string }): Sharing {
  return {
    read: () => read(api.GET("/api/v1/share-links/", { params: { query: shown } })),
    make: () =>
      write((header) => api.POST("/api/v1/share-links/", { params: { header }, body: shown })),
    async stop(link) {
      const path = { link };
      await write((header) =>
        api.DELETE("/api/v1/share-links/{link}/", { params: { path, header } }),
      );
    },
    adopt(link) {
      const path = { link };
      const body = { is_mine: true };
      return write((header) =>
        api.PATCH("/api/v1/share-links/{link}/", { params: { path, header }, body }),
      );
    },
  };
}

export type SheetKind = "pdf" | "png";
const TYPES: Readonly<Record<SheetKind, string>> = { pdf: "application/pdf", png: "image/png" };

/** The score sheet of a game, as a file with this name. */
export async function readSheet(game: string, kind: SheetKind, name: string): Promise<File> {
  const type = TYPES[kind];
  const sheet = await readFile(`/api/v1/games/${game}/sheet/`, type);
  return new File([sheet], `${name}.${kind}`, { type });
}

/** The card of a night as a picture, as a file with this name. */
export async function readNightPicture(group: string, date: string, name: string): Promise<File> {
  const picture = await readFile(`/api/v1/groups/${group}/nights/${date}/?format=png`, TYPES.png);
  return new File([picture], `${name}.png`, { type: TYPES.png });
}

/** A game by its share link; null if it is still what `etag` names. */
export function readSharedGame(token: string, etag: string | null): Promise<Tagged<Game> | null> {
  return readShared<Game>(token, etag, "rounds");
}

/** As the server says it of a link that it does not know. */
const NOTHING_HERE: Problem = {
  type: "/api/docs/problems/#not_found",
  title: "Not Found",
  status: 404,
  code: "not_found",
  detail: "",
  errors: [],
};

/** What a link shows, if that has such a field: a game, or a group. */
async function readShared<Shown>(
  token: string,
  etag: string | null,
  field: string,
): Promise<Tagged<Shown> | null> {
  const path = { token };
  const answer = await readIfChanged(etag, (header) =>
    api.GET("/api/v1/shared/{token}/", { params: { path, header } }),
  );
  if (answer && !(field in Object(answer.value))) throw new Refused(NOTHING_HERE);
  return answer as Tagged<Shown> | null;
}

/** What has been entered of the next round so far. */
export function readSharedDraft(game: string, link: string): Promise<Schemas["DraftState"]> {
  const params = { path: { game }, query: { link } };
  return read(api.GET("/api/v1/games/{game}/draft/", { params }));
}

/** What lies on the table of the round in play. */
export function readSharedTable(game: string, link: string): Promise<Schemas["TableState"]> {
  const params = { path: { game }, query: { link } };
  return read(api.GET("/api/v1/games/{game}/table/", { params }));
}

/** A group by its share link; null if it is still what `etag` names. */
export function readSharedGroup(
  token: string,
  etag: string | null,
): Promise<Tagged<Schemas["SharedGroup"]> | null> {
  return readShared<Schemas["SharedGroup"]>(token, etag, "leaders");
}
