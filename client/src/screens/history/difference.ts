/** The name of a player by their id. */
export type NameOf = (player: string) => string;

/** One thing that changed; null before or after if there was nothing. */
export interface Difference {
  /** A player's name, or what is different. */
  what: string;
  before: string | null;
  after: string | null;
}
