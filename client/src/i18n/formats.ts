/** Numbers and dates, as people write them in their language. */

import { dates, numbers } from "./formatters";
import { dayLocale, locale, t } from "./index";

/** Between the parts of a line. No line begins with it. */
export const DOT = "\u00a0· ";

/** A number with the signs of the language. */
export function numberWords(value: number, digits = 0): string {
  return withMinus(numbers(locale(), { maximumFractionDigits: digits }).format(value));
}

/** A share of a hundred: "125%". */
export function percentWords(percent: number): string {
  return numbers(locale(), { style: "percent" }).format(percent / 100);
}

/** What a round added, with its sign: "+5". */
export function signedNumber(value: number): string {
  return withMinus(numbers(locale(), { signDisplay: "exceptZero" }).format(value));
}

/** One minus everywhere: some languages write a hyphen, which is narrower than a plus. */
function withMinus(number: string): string {
  return number.replace("-", "−");
}

const EVENING = 8 * 3_600_000; // milliseconds: after midnight it is still tonight

/** When something was, seen from now: "14:05", "yesterday", "Thursday", "in March", "2024". */
export function whenWords(at: string | Date, now = new Date()): string {
  const date = new Date(at);
  const days = daysBetween(date, now);
  if (days <= 0 || now.getTime() - date.getTime() < EVENING) return timeWords(date);
  if (days === 1)
    return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-1, "day");
  if (days < 7) return format(date, { weekday: "long" });
  if (date.getFullYear() === now.getFullYear()) {
    return t("in {month}", { month: format(date, { month: "long" }) });
  }
  return format(date, { year: "numeric" });
}

/** A time of day. */
export function timeWords(at: string | Date): string {
  return format(new Date(at), { hour: "numeric", minute: "2-digit" });
}

/** A day, with its year if it is another one: "5 November". Its number does not end a line. */
export function dayWords(at: string | Date, now = new Date()): string {
  const date = new Date(at);
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  const words = dates(dayLocale(), { day: "numeric", month: "long", ...year }).format(date);
  return words.replace(/^(\d+\.?) /, "$1\u00a0");
}

/** A day and a time. */
export function dayAndTimeWords(at: string | Date): string {
  return `${dayWords(at)}, ${timeWords(at)}`;
}

/** How many midnights lie between two times, by the clock of the phone. */
function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(to) - day(from)) / 86_400_000);
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return dates(locale(), options).format(date);
}
