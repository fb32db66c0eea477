/** Two versions of a round, for a person to decide. */

import { t, tc } from "../i18n";
import { numberWords } from "../i18n/formats";
import type { Game, RoundEntry } from "../store";
import { cardsInWords } from "./card_face";
import "./side_by_side.css";

interface Props {
  game: Game;
  /** null: there is only mine. */
  theirs: readonly RoundEntry[] | null;
  mine: readonly RoundEntry[];
  /** Who recorded the other one, if that is known. */
  by: string | null;
}

/** A table with a line for each player; where two versions differ, it says so. */
export function SideBySide({ game, theirs, mine, by }: Props) {
  const players = game.players.filter(({ id }) =>
    [...(theirs ?? []), ...mine].some(({ player }) => player === id),
  );
  return (
    <table class="versions">
      <thead>
        <tr>
          <th scope="col">{t("Player")}</th>
          {theirs && (
            <th scope="col">
              <bdi>{by ?? t("Recorded")}</bdi>
            </th>
          )}
          <th scope="col">{t("Here")}</th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ id, name }) => {
          const [their, my] = [theirs ?? [], mine].map((lines) =>
            lines.find(({ player }) => player === id),
          );
          const differs = theirs !== null && !agree(lineIn(their), lineIn(my));
          return (
            <tr key={id} data-differs={differs || undefined}>
              <th scope="row">
                <bdi class="cut">{name}</bdi>
              </th>
              {theirs && <td class="number">{lineWords(their, my)}</td>}
              <td class="number">
                {lineWords(my, their)}
                {differs && <span class="visually-hidden"> {t("(differs)")}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Whether both say the same of each player, as far as both say something. */
export function agree(theirs: readonly RoundEntry[], mine: readonly RoundEntry[]): boolean {
  if (theirs.length !== mine.length) return false;
  return theirs.every((their) => {
    const my = mine.find(({ player }) => player === their.player);
    if (!my) return false;
    if (!!their.went_out !== !!my.went_out) return false;
    if (their.went_out) return true;
    return (
      isSameCount(their, my) &&
      (my.laid_down ?? their.laid_down) === (their.laid_down ?? my.laid_down)
    );
  });
}

function lineIn(line: RoundEntry | undefined): RoundEntry[] {
  return line ? [line] : [];
}

function isSameCount(one: RoundEntry, other: RoundEntry): boolean {
  return one.cards || other.cards
    ? String(one.cards?.toSorted()) === String(other.cards?.toSorted())
    : one.points === other.points;
}

/** A line in words; what it leaves open is as in the `other` if both have the same count. */
export function lineWords(line: RoundEntry | undefined, other: RoundEntry | undefined): string {
  if (!line) return "–";
  if (line.went_out) return tc("player", "went out");
  if (!line.cards && line.points == null) return line.laid_down ? t("laid down") : "–";
  const points = line.cards ? cardsInWords(line.cards) : numberWords(line.points ?? 0);
  const laidDown =
    line.laid_down ?? (other && isSameCount(line, other) ? other.laid_down : undefined);
  if (laidDown) return t("{points}, laid down", { points });
  return laidDown === false && other?.laid_down
    ? t("{points}, did not lay down", { points })
    : points;
}
