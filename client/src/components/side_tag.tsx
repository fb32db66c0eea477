/** The side of Flip cards that is in play. */

import { t } from "../i18n";
import type { Schemas } from "../server/problems";
import { Tag } from "./tag";

export type Side = "color" | "wild";

/** The side that is in play on a table; null if its cards have only one, or nobody knows. */
export function sideOf({ side }: Pick<Schemas["TableState"], "side">): Side | null {
  return side === "color" || side === "wild" ? side : null;
}

/** The side that the plays of a round tell; null without any: who notes nothing sees nothing of it. */
export function sidePlayed(
  table: Pick<Schemas["TableState"], "side" | "plays"> | null,
): Side | null {
  const isTold = table?.plays.some(({ kind }) => kind !== "note");
  return table && isTold ? sideOf(table) : null;
}

export function sideWords(side: Side): string {
  return side === "wild" ? t("Wild side") : t("Color side");
}

/** The side in words and with a shape, nothing for cards with only one. */
export function SideTag({ side }: { side: Side | null }) {
  if (side === null) return null;
  return <Tag on>{`${side === "wild" ? "●" : "○"} ${sideWords(side)}`}</Tag>;
}
