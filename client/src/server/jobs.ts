/** Long work of a group on the server: how far it is, its file, an end to it. Online only. */

import { api, read, readFile, type Schemas, write } from "./api";

export type Job = Schemas["JobDetail"];
export type ExportFormat = Schemas["ExportJobRequest"]["format"];

/** The latest jobs of a group, the newest first. */
export async function readJobs(group: string): Promise<Job[]> {
  const params = { path: { group }, query: { limit: 30 } };
  const { results } = await read(api.GET("/api/v1/groups/{group}/jobs/", { params }));
  return results;
}

export function readJob(job: string): Promise<Job> {
  return read(api.GET("/api/v1/jobs/{job}/", { params: { path: { job } } }));
}

/** It changes nothing then; throws `Refused` with `already_ended`. */
export function cancelJob(job: string): Promise<Job> {
  const path = { job };
  return write((header) =>
    api.POST("/api/v1/jobs/{job}/cancel/", { params: { path, header }, body: undefined }),
  );
}

/** The file that a job has made. */
export async function readJobFile({ name, media_type, href }: Schemas["JobFile"]): Promise<File> {
  return new File([await readFile(href, "*/*")], name, { type: media_type });
}

/** Begin to make a file of all games of a group. */
export function startExport(group: string, format: ExportFormat): Promise<Job> {
  return startJob(group, { kind: "export", format });
}

export function startJob(group: string, body: Schemas["JobRequest"]): Promise<Job> {
  const path = { group };
  return write((header) =>
    api.POST("/api/v1/groups/{group}/jobs/", { params: { path, header }, body }),
  );
}
