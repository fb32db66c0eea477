/** Resuming a game at once: by the outbox, it would wait behind what was refused. */

import { api, isRefused, type Problem, Unreachable, write } from "../../server/api";
import { type Game, storeGame } from "../../store";

/** Resume a game that has been stopped; returns why it was refused. */
export async function resumeGame({ id: game, version }: Game): Promise<Problem | null> {
  try {
    await storeGame(
      await write((key) =>
        api.PATCH("/api/v1/games/{game}/", {
          params: { path: { game }, header: { ...key, "If-Match": `"${version}"` } },
          body: { status: "playing" },
        }),
      ),
    );
  } catch (error) {
    if (isRefused(error)) return error.problem;
    if (!(error instanceof Unreachable)) throw error; // the button stays
  }
  return null;
}
