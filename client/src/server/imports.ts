/** Files with games that were played before: looked at, read in another way, imported. Online only. */

import { api, readFile, type Schemas, sendForFile, write } from "./api";
import { type Job, startJob } from "./jobs";

export type FileFormat = "csv" | "xlsx" | "bgstats" | "archive";
export type Reading = Omit<Schemas["PreviewJobRequest"], "kind" | "preview">;
/** How the games of a sheet to fill in are written down. */
export type Layout = "rounds" | "games";

/** The largest file that the server takes, in bytes. */
export const MAX_FILE = 32 * 1024 * 1024;

/** Have a file looked at; nothing is imported. Without a format the server recognizes it. */
export function previewFile(group: string, file: Blob, format: FileFormat | null): Promise<Job> {
  const path = { group };
  const query = format === null ? {} : { format };
  return write((header) =>
    api.POST("/api/v1/groups/{group}/imports/", {
      params: { path, query, header },
      // The schema calls every file a text.
      body: file as unknown as string,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "application/octet-stream" },
      fetch: sendForFile,
    }),
  );
}

/** Have the file of a preview read in another way; fields that are left out stay as they were. */
export function previewAgain({ id: preview, group }: Job, reading: Reading): Promise<Job> {
  return startJob(group, { kind: "preview", preview, ...reading });
}

/** Import all new games of a file that was previewed; throws `Refused` if something is open. */
export function importFile(
  { id: preview, group }: Job,
  choices: Pick<Schemas["ImportJobRequest"], "players" | "overrule">,
): Promise<Job> {
  return startJob(group, { kind: "import", preview, ...choices });
}

/** A sheet to fill in, with a column for each player of the group. */
export async function readTemplate(
  group: string,
  layout: Layout,
  format: "csv" | "xlsx",
): Promise<File> {
  const path = `/api/v1/imports/template/?group=${group}&layout=${layout}&format=${format}`;
  const sheet = await readFile(path, "*/*");
  return new File([sheet], `tableside-${layout}.${format}`, { type: sheet.type });
}
