/** A round as it is being typed: plain values, and what each tap makes of them. */

import type { Schemas } from "../../server/problems";

type RoundEntry = Schemas["RoundEntry"];

/** What is typed about one player. */
export interface TypedLine {
  /** Points added up by keys. */
  readonly keys: readonly number[];
  /** The number that is being typed, added to the keys; null if none is. */
  readonly digits: string | null;
  /** The cards left in hand, instead of points. */
  readonly cards: readonly string[] | null;
  /** As somebody said; null to let the points decide. */
  readonly laid_down: boolean | null;
}

/** What is typed about a round; it is kept after each tap. */
export interface TypedRound {
  readonly round: number;
  /** The players of the round, by seat. */
  readonly order: readonly string[];
  /** Who went out, `NOBODY`, or null as long as nobody has said. */
  readonly out: string | null;
  readonly lines: Readonly<Record<string, TypedLine>>;
  /** The player whose line is being typed, if any. */
  readonly at: string | null;
  /** Why the round is to be accepted although the referee refuses it; mostly empty. */
  readonly overrule: string;
  /** Whether one phone enters it all, although others have begun to enter lines, too. */
  readonly alone?: boolean;
  /** Who has laid down on the live table: nobody is asked about them. */
  readonly down?: readonly string[];
}

/** A round that ended without anybody going out: the table has to overrule the referee. */
export const NOBODY = "nobody";

const NO_LINE: TypedLine = { keys: [], digits: null, cards: null, laid_down: null };
const MOST_DIGITS = 4;

/** A round of which only the table tells who is `down`; `order` are its players by seat. */
export function beginRound(
  round: number,
  order: readonly string[],
  down: readonly string[] = [],
): TypedRound {
  const begun = { round, order, out: null, lines: {}, at: null, overrule: "" };
  return down.length > 0 ? { ...begun, down } : begun;
}

/** A round that was entered or recorded, to be corrected; `order` are its players by seat. */
export function typedFrom(
  round: number,
  lines: readonly (Schemas["RoundLine"] | RoundEntry)[],
  overrule: string | null = null,
  order: readonly string[] = lines.map(({ player }) => player),
): TypedRound {
  const out = lines.find((line) => line.went_out)?.player ?? NOBODY;
  const others = lines
    .filter((line) => line.player !== out)
    .map((line) => [line.player, typedLine(line)] as const);
  const typed = Object.fromEntries(others);
  return { round, order, out, lines: typed, at: null, overrule: overrule ?? "" };
}

/** A line that is known already, as typed. */
export function typedLine(line: {
  points?: number | null;
  cards?: readonly string[] | null;
  laid_down?: boolean | null;
}): TypedLine {
  const { points = null, cards = null, laid_down = null } = line;
  const digits = points === null || cards ? null : String(points);
  return { keys: [], digits, cards, laid_down };
}

export function lineOf(round: TypedRound, player: string): TypedLine {
  return round.lines[player] ?? NO_LINE;
}

/** Whether a player laid down, as somebody said or the table shows; null if the points decide. */
export function saidOf(round: TypedRound, player: string): boolean | null {
  return lineOf(round, player).laid_down ?? (round.down?.includes(player) ? true : null);
}

/** The same round for those who play it by now; what is typed about others is kept, but not in it. */
export function playedBy(round: TypedRound, order: readonly string[]): TypedRound {
  const { out, at } = round;
  const isOutThere = out === null || out === NOBODY || order.includes(out);
  return {
    ...round,
    order,
    out: isOutThere ? out : null,
    at: isOutThere && at !== null && order.includes(at) ? at : null,
  };
}

/** Whether nothing is typed about what the player is left with. */
export function isEmpty(line: TypedLine): boolean {
  return line.keys.length === 0 && line.digits === null && !line.cards?.length;
}

/** Whether nothing has been said about a round yet. */
export function isUntouched(round: TypedRound): boolean {
  return round.out === null && Object.values(round.lines).every(isEmpty);
}

/** The points of a line; cards count by their `prices`. Null if nothing is typed. */
export function pointsOf(line: TypedLine, prices: Readonly<Record<string, number>>): number | null {
  if (isEmpty(line)) return null;
  if (line.cards) return line.cards.reduce((sum, card) => sum + (prices[card] ?? 0), 0);
  return line.keys.reduce((sum, key) => sum + key, Number(line.digits ?? 0));
}

/** What is added up, such as 10, 15 and 25. */
export function termsOf(line: TypedLine): readonly number[] {
  return line.digits === null ? line.keys : [...line.keys, Number(line.digits)];
}

/** The players about whom nothing is typed yet. */
export function missing(round: TypedRound): readonly string[] {
  return round.order.filter((id) => id !== round.out && isEmpty(lineOf(round, id)));
}

// --- taps ---

/** Somebody went out, or `NOBODY` did; the others follow by seat. */
export function sayOut(round: TypedRound, out: string): TypedRound {
  const said = { ...round, out };
  return { ...said, at: missing(said)[0] ?? said.order.find((id) => id !== out) ?? null };
}

/** Ask once more who went out; what is typed stays. */
export function askOut(round: TypedRound): TypedRound {
  return { ...round, out: null, at: null };
}

export function goTo(round: TypedRound, player: string): TypedRound {
  return { ...round, at: player };
}

/** The next player with something left to type, by seat, after the present one; null if none. */
export function following(round: TypedRound, isDone: (player: string) => boolean): string | null {
  const start = round.at === null ? 0 : round.order.indexOf(round.at) + 1;
  const others = [...round.order.slice(start), ...round.order.slice(0, start)];
  return others.find((id) => id !== round.at && id !== round.out && !isDone(id)) ?? null;
}

/** Add the points of a card. */
export function addKey(round: TypedRound, points: number): TypedRound {
  return change(round, (line) => ({
    ...line,
    keys: [...termsOf(line), points],
    digits: null,
    cards: null,
  }));
}

export function addDigit(round: TypedRound, digit: string): TypedRound {
  return change(round, (line) => {
    const digits = line.digits === "0" ? digit : (line.digits ?? "") + digit;
    return digits.length > MOST_DIGITS ? line : { ...line, digits, cards: null };
  });
}

/** Replace what was typed by these points. */
export function setPoints(round: TypedRound, points: number): TypedRound {
  return change(round, (line) => ({ ...line, keys: [], digits: String(points), cards: null }));
}

/** Add a card that is left in hand. */
export function addCard(round: TypedRound, card: string): TypedRound {
  return change(round, (line) => ({
    ...line,
    keys: [],
    digits: null,
    cards: [...(line.cards ?? []), card],
  }));
}

export function removeCard(round: TypedRound, index: number): TypedRound {
  return change(round, (line) => {
    const cards = line.cards?.filter((_card, place) => place !== index) ?? [];
    return { ...line, cards: cards.length ? cards : null };
  });
}

/** Take the last digit, key or card off; in an empty line, off the line typed before it. */
export function takeOff(round: TypedRound): TypedRound {
  if (round.at === null) return round;
  if (!isEmpty(lineOf(round, round.at))) return change(round, shortened);
  const before = round.order.slice(0, round.order.indexOf(round.at)).reverse();
  const back = before.find((id) => id !== round.out && !isEmpty(lineOf(round, id)));
  return back === undefined ? round : change(goTo(round, back), shortened);
}

function shortened(line: TypedLine): TypedLine {
  if (line.cards) {
    const cards = line.cards.slice(0, -1);
    return { ...line, cards: cards.length ? cards : null };
  }
  if (line.digits !== null) return { ...line, digits: line.digits.slice(0, -1) || null };
  return { ...line, keys: line.keys.slice(0, -1) };
}

/** Forget what is typed about the player in turn. */
export function clearLine(round: TypedRound): TypedRound {
  return change(round, () => NO_LINE);
}

/** Say whether a player laid down; null to let the points decide. */
export function sayLaidDown(
  round: TypedRound,
  player: string,
  laid_down: boolean | null,
): TypedRound {
  return withLine(round, player, { ...lineOf(round, player), laid_down });
}

/** A line has been entered as it was `sent`: what is typed on it since stays, as on all others. */
export function sentLine(round: TypedRound, player: string, sent: TypedLine): TypedRound {
  if (lineOf(round, player) !== sent) return round;
  const { [player]: _sent, ...lines } = round.lines;
  return { ...round, lines, at: round.at === player ? null : round.at };
}

export function sayOverrule(round: TypedRound, overrule: string): TypedRound {
  return { ...round, overrule };
}

/** What is left changes, so what somebody said about laying down no longer counts. */
function change(round: TypedRound, to: (line: TypedLine) => TypedLine): TypedRound {
  if (round.at === null || round.at === round.out) return round;
  const line = to(lineOf(round, round.at));
  return withLine(round, round.at, { ...line, laid_down: null });
}

function withLine(round: TypedRound, player: string, line: TypedLine): TypedRound {
  return { ...round, lines: { ...round.lines, [player]: line } };
}

// --- what the server gets ---

/** A line for each player who has one. */
export function entriesOf(round: TypedRound): RoundEntry[] {
  return round.order.map((player) => entryOf(round, player)).filter((entry) => entry !== null);
}

/** A player's line as the server reads it; null if nothing is typed. */
export function entryOf(round: TypedRound, player: string): RoundEntry | null {
  if (player === round.out) return { player, went_out: true };
  const line = lineOf(round, player);
  if (isEmpty(line)) return null;
  const laid_down = saidOf(round, player);
  if (line.cards) return { player, cards: [...line.cards], laid_down };
  return { player, points: pointsOf(line, {}), laid_down };
}
