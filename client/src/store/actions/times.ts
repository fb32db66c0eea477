/** When something happened: the phone's clock may be wrong by years, the server's counts. */

/** What to say of the time: null says nothing. */
export type PhoneTime = string | null;

const TOLERATED = 30_000; // milliseconds: the server accepts a minute
const OLDEST = Date.parse("1980-01-02T00:00:00Z"); // the server accepts 1980

/**
 * The time of an action as the server accepts it, or null to say none.
 *
 * @param at by the clock of the phone, as are all times here
 * @param ahead milliseconds by which the server's clock is ahead; null if it is not known
 */
export function phoneTime(at: string, now: number, ahead: number | null): PhoneTime {
  const moment = Date.parse(at) + (ahead !== null && Math.abs(ahead) > TOLERATED ? ahead : 0);
  const latest = now + (ahead ?? 0) + TOLERATED;
  if (Number.isNaN(moment) || moment < OLDEST || moment > latest) return null;
  return new Date(moment).toISOString();
}

/** A body with a time, if there is one. */
export function timed<Body extends object>(
  body: Body,
  time: PhoneTime,
): Body & { phone_time?: string } {
  return time === null ? body : { ...body, phone_time: time };
}

/** The time in a request; older versions of this app gave it two other names. */
const TIME = /(^|\.)(phone_time|(recorded|started)_at)$/;

/** Whether a refusal is about the time only, which can be left out. */
export function isAboutTime(errors: readonly { field: string }[]): boolean {
  return errors.length > 0 && errors.every(({ field }) => TIME.test(field));
}
