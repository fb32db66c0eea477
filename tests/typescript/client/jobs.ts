// Long work: begin it, wait for it, fetch what it made, or stop it.

import { all, api, explain, read, Refused, type Schemas, write } from "./api";

export type Job = Schemas["JobDetail"];

export function countAnew(group: string): Promise<Job> {
  return write((header) =>
    api.POST("/api/v1/groups/{group}/recomputes/", { params: { path: { group }, header } }),
  );
}

export function exportAs(group: string, format: "csv" | "xlsx" | "json"): Promise<Job> {
  return write((header) =>
    api.POST("/api/v1/groups/{group}/exports/", {
      params: { path: { group }, header },
      body: { format },
    }),
  );
}

/** The jobs of a group that still go on. */
export async function goingOn(group: string): Promise<Job[]> {
  const jobs = await all((query) =>
    api.GET("/api/v1/groups/{group}/jobs/", { params: { path: { group }, query } }),
  );
  return jobs.filter(({ ended_at }) => ended_at === null);
}

/** Ask until a job has ended, as often as the server says; show how far it is meanwhile. */
export async function wait(job: Job, show: (text: string) => void): Promise<Job> {
  const path = { job: job.id };
  while (job.ended_at === null) {
    show(job.progress === null ? "…" : `${Math.round(100 * job.progress)} %`);
    const { data, error, response } = await api.GET("/api/v1/jobs/{job}/", { params: { path } });
    if (error) throw new Refused(error);
    const seconds = Number(response.headers.get("Retry-After") ?? 0);
    await new Promise((go) => setTimeout(go, 1000 * seconds));
    job = data;
  }
  return job;
}

/** What a job came to, in words. */
export function outcome({ state, problem, result }: Job): string {
  if (problem !== null) return problem.errors.map(({ message }) => message).join("\n");
  const figures = Object.entries(result ?? {});
  return [state, ...figures.map(([name, value]) => `${name}: ${String(value)}`)].join("\n");
}

export async function stop(job: Job): Promise<string | null> {
  const params = { path: { job: job.id } };
  const { error } = await api.POST("/api/v1/jobs/{job}/cancel/", { params });
  if (error === undefined) return null;
  return error.code === "already_ended" ? "It has ended already." : explain(error);
}

export async function fetchFile(job: Job): Promise<{ name: string; content: Blob } | null> {
  if (job.file === null) return null;
  const params = { path: { job: job.id } };
  const content: unknown = await read(
    api.GET("/api/v1/jobs/{job}/file/", { params, parseAs: "blob" }),
  );
  return { name: job.file.name, content: content as Blob };
}
