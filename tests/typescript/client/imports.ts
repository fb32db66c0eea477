// Games from files: have a file looked at, say who is who in it, and bring it in.

import { api, type Known, read, type Schemas } from "./api";
import { type Job, wait } from "./jobs";

type FileProblem = Schemas["PreviewProblem"];
export type Preview = Schemas["ImportPreview"];

type Show = (text: string) => void;

/** A sheet to fill in, with a column for each player of the group if there is one. */
export async function fetchTemplate(group: string | null): Promise<Blob> {
  const query = { format: "xlsx", layout: "rounds" } as const;
  const content: unknown =
    group === null
      ? await read(api.GET("/api/v1/imports/template/", { params: { query }, parseAs: "blob" }))
      : await read(
          api.GET("/api/v1/groups/{group}/imports/template/", {
            params: { path: { group }, query },
            parseAs: "blob",
          }),
        );
  return content as Blob;
}

export async function lookAt(
  group: string,
  file: File,
  show: Show,
): Promise<{ job: Job; preview: Preview }> {
  const begun = await read(
    api.POST("/api/v1/groups/{group}/imports/", {
      params: {
        path: { group },
        query: { dates: "dmy" },
        header: { "Idempotency-Key": crypto.randomUUID() },
      },
      headers: { "Content-Type": file.type },
      // A file is sent as it is, which a schema can only call a text.
      body: file as unknown as string,
      bodySerializer: (body) => body,
    }),
  );
  const job = await wait(begun, show);
  return { job, preview: previewOf(job) };
}

/** Have the same file looked at again, told how to read it. */
export async function lookAgain(
  job: Job,
  reading: Schemas["ReadAgainRequest"],
  show: Show,
): Promise<{ job: Job; preview: Preview }> {
  const begun = await read(
    api.POST("/api/v1/jobs/{job}/preview/", {
      params: { path: { job: job.id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      body: reading,
    }),
  );
  const again = await wait(begun, show);
  return { job: again, preview: previewOf(again) };
}

function previewOf({ result }: Job): Preview {
  const known = result as Known<NonNullable<typeof result>> | null;
  if (known?.kind !== "preview") throw new Error("This file was not looked at.");
  return known;
}

export function inWords({ line, column, message }: FileProblem): string {
  const where = [line === null ? [] : `line ${line}`, column ?? []].flat().join(", ");
  return where === "" ? message : `${where}: ${message}`;
}

/** Whom each name means, as it is suggested; the first one where several are called so. */
export function whoIsWho(preview: Preview): Record<string, string> {
  return Object.fromEntries(
    preview.players.map(({ name, suggestion, candidates }) => [
      name,
      suggestion ?? candidates[0]?.id ?? "new",
    ]),
  );
}

export async function bring(job: Job, players: Record<string, string>, show: Show): Promise<Job> {
  const body: Schemas["ImportRequest"] = { players, overrule: "So it stands on paper." };
  const begun = await read(
    api.POST("/api/v1/jobs/{job}/import/", {
      params: { path: { job: job.id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      body,
    }),
  );
  return wait(begun, show);
}
