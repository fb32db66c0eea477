/** What nobody could tell before the rules were on the phone: worked out once they are. */

import type { Action, Game, Schemas } from "../actions/actions";
import { gameOfAction } from "../actions/actions";
import type { LocalRows } from "../stored/local_rows";

interface Surroundings {
  local: LocalRows;
  refold(game: string): Promise<void>;
  phasesOf(body: Schemas["StartGameRequest"]): Promise<Schemas["NumberedPhase"][]>;
}

/** Work out every game with something that waits, and the Phases of those without. */
export async function catchUp({ local, refold, phasesOf }: Surroundings): Promise<void> {
  const waiting = [...local.rows("outbox").peek().values()].map(({ action }) => action);
  const games = new Set(waiting.map(gameOfAction).filter((id) => id !== null));
  for (const id of games) {
    const row = local.rows("games").peek().get(id);
    const started = row?.base.phases.length === 0 ? startOf(id, row.base, waiting) : null;
    const phases = started ? await phasesOf(started) : [];
    if (phases.length > 0) {
      await local.write(async (rows) => {
        const stored = await rows.get("games", id);
        if (stored?.base.phases.length !== 0) return;
        const [base, shown] = [stored.base, stored.shown].map((game) => ({ ...game, phases }));
        if (base && shown) await rows.put("games", { ...stored, base, shown });
      });
    }
    await refold(id);
  }
}

/** How a game is to be started that the server does not know yet. */
function startOf(
  id: string,
  base: Game,
  waiting: readonly Action[],
): Schemas["StartGameRequest"] | null {
  for (const action of waiting) {
    if (action.kind === "startGame" && action.game === id) return action.body;
    if (action.kind === "createGroup" && action.body.game?.id === id) {
      return { ...action.body.game, players: base.players.map((player) => ({ id: player.id })) };
    }
  }
  return null;
}
