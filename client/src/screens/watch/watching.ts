/** A game as anybody who has its share link sees it, kept up to date. */

import { signal } from "@preact/signals";
import { here } from "../../server/api";
import { applyToDraft, applyToGame, applyToTable } from "../../server/apply";
import { type Following, follow } from "../../server/live";
import type { Refused, Schemas } from "../../server/problems";
import { readSharedDraft, readSharedGame, readSharedTable } from "../../server/sharing";
import { ofSharedGame } from "../../server/sources";
import { editionOf } from "../../store/editions";

type Game = Schemas["GameDetail"];
type Draft = Schemas["DraftState"];
type Table = Schemas["TableState"];

/** Watch until closed; `gone` says why there is nothing to watch any more. */
export function watch(token: string) {
  const game = signal<Game | null>(null);
  const draft = signal<Draft | null>(null);
  const table = signal<Table | null>(null);
  const gone = signal<Refused | "ended" | null>(null);
  let etag: string | null = null;
  let closed = false;
  const id = () => game.peek()?.id ?? ""; // which is read before anything else

  async function readDraft(): Promise<Draft> {
    const read = await readSharedDraft(id(), token);
    if (!closed && read.event >= (draft.peek()?.event ?? 0)) draft.value = read;
    return read;
  }

  /** Only the plays of Flip tell something that is shown: which side is in play. */
  async function readTable(): Promise<void> {
    const known = Math.max(game.peek()?.event ?? 0, draft.peek()?.event ?? 0);
    if (!draft.peek()?.has_plays || !hasSides(game.peek())) return;
    if (table.peek() && table.peek()?.event === known) return;
    const read = await readSharedTable(id(), token);
    if (!closed && read.event >= (table.peek()?.event ?? 0)) table.value = read;
  }

  async function read(): Promise<number> {
    const answer = await readSharedGame(token, game.peek() && etag);
    if (answer) {
      game.value = answer.value;
      etag = answer.etag;
    }
    const { event } = await readDraft();
    await readTable();
    return Math.min(...[game, draft, table].map((each) => each.peek()?.event ?? event));
  }

  const following: Following = follow(ofSharedGame(here, token, id), {
    read,
    take(events) {
      for (const event of events) {
        if (game.value) game.value = applyToGame(game.value, event);
        if (draft.value) draft.value = applyToDraft(draft.value, event);
        if (table.value) table.value = applyToTable(table.value, event);
      }
      readTable().catch(() => {});
      // What lines prove, such as the points of cards, only the server says.
      if (draft.value?.draft && !draft.value.check) readDraft().catch(() => {});
    },
    ended(why) {
      gone.value = why ?? "ended";
    },
  });

  return {
    game,
    draft,
    table,
    gone,
    connection: following.state,
    close() {
      closed = true;
      following.close();
    },
  };
}

function hasSides(game: Game | null): boolean {
  return game?.status === "playing" && editionOf(game.edition).deck.sides.length > 1;
}
