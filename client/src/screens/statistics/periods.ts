/** Years, months and nights as the API names them: "2026", "2026-03", "2026-03-01". */

import { dayLocale } from "../../i18n";
import { dayWords } from "../../i18n/formats";
import { dates } from "../../i18n/formatters";

/** By the clock where the group plays, a night lasts until this hour: as `periods.py` has it. */
const MORNING = 6;

/** The periods that are offered: this year, and this month. */
export function periodsAt(now: Date): string[] {
  const year = String(now.getFullYear());
  return [year, `${year}-${String(now.getMonth() + 1).padStart(2, "0")}`];
}

/** "2026", "March 2026". */
export function periodWords(period: string): string {
  const month = firstOf(period);
  return month ? atBeginning(inWords(month, { month: "long", year: "numeric" })) : period;
}

/** A month without its year: "March". */
export function monthWords(period: string): string {
  const month = firstOf(period);
  return month ? inWords(month, { month: "long" }) : period;
}

const MONDAY = new Date(2026, 0, 5);

/** A day of the week, from 1 for Monday: "Monday". */
export function weekdayWords(weekday: number): string {
  const day = new Date(MONDAY);
  day.setDate(MONDAY.getDate() + weekday - 1);
  return atBeginning(inWords(day, { weekday: "long" }));
}

/** Days in few letters, for an axis: "22 Nov", or "22 Nov 2026" if they are of several years. */
export function shortDaysWords(moments: readonly string[]): string[] {
  const days = moments.map((at) => new Date(at));
  const years = new Set(days.map((day) => day.getFullYear()));
  const year = years.size > 1 ? { year: "numeric" as const } : {};
  return days.map((day) => inWords(day, { day: "numeric", month: "short", ...year }));
}

/** A night, by the day on which it began: "21 November". */
export function nightWords(night: string): string {
  return dayWords(`${night}T12:00`);
}

/** The night that a moment belongs to, in a time zone. */
export function nightOf(moment: string, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    hourCycle: "h23",
  }).formatToParts(new Date(moment));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const before = part("hour") < MORNING ? 1 : 0;
  const day = new Date(Date.UTC(part("year"), part("month") - 1, part("day") - before));
  return day.toISOString().slice(0, 10);
}

/** The first day of a month; null for a year. */
function firstOf(period: string): Date | null {
  const [year = 0, month] = period.split("-").map(Number);
  return month === undefined ? null : new Date(year, month - 1);
}

/** With the capital that Spanish and French give days and months only where a line begins. */
function atBeginning(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(date: Date, options: Intl.DateTimeFormatOptions): string {
  return dates(dayLocale(), options).format(date);
}
