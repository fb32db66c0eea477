/** What is known of jobs, and how to tell it. Pure. */

import { locale, t } from "../../i18n";
import { percentWords } from "../../i18n/formats";
import { numbers } from "../../i18n/formatters";
import type { Schemas } from "../../server/problems";

type Job = Schemas["JobDetail"];

export function isAtWork({ state }: Job): boolean {
  return state === "waiting" || state === "running";
}

/** The jobs with what is newly known about one of them, or with one more: the newest first. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const others = jobs.filter(({ id }) => id !== job.id);
  return [...others, job].sort((one, other) => other.created_at.localeCompare(one.created_at));
}

/** What is known of the jobs of a group with a list of them, which may be older than some of it. */
export function withList(
  known: readonly Job[] | null,
  group: string,
  found: readonly Job[],
): Job[] {
  const own = (known ?? []).filter((job) => job.group === group);
  return found.reduce<Job[]>(withJob, own);
}

/** How far a job is, in words. */
export function stateWords({ state, progress }: Job): string {
  if (state === "waiting") return t("Waiting to start");
  if (state === "running") {
    return progress === null ? t("Under way") : percentWords(Math.round(progress * 100));
  }
  if (state === "cancelled") return t("Cancelled: nothing was changed");
  return state === "failed" ? t("It did not work") : t("Done");
}

/** The size of a file: "12 kB". */
export function sizeWords(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return numbers(locale(), { style: "unit", unit, maximumFractionDigits }).format(value);
}
