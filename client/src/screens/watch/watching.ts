/** A game as anybody who has its share link sees it, kept up to date. */

import { signal } from "@preact/signals";
import { applyToDraft, applyToGame } from "../../server/apply";
import { type Following, follow } from "../../server/live";
import type { Refused, Schemas } from "../../server/problems";
import { readSharedDraft, readSharedGame } from "../../server/sharing";
import { ofSharedGame } from "../../server/sources";

type Game = Schemas["GameDetail"];
type Draft = Schemas["DraftState"];

/** Watch until closed; `gone` says why there is nothing to watch any more. */
export function watch(token: string) {
  const game = signal<Game | null>(null);
  const draft = signal<Draft | null>(null);
  const gone = signal<Refused | "ended" | null>(null);
  let etag: string | null = null;
  let closed = false;

  async function readDraft(): Promise<Draft> {
    const read = await readSharedDraft(token);
    if (!closed && read.event >= (draft.peek()?.event ?? 0)) draft.value = read;
    return read;
  }

  async function read(): Promise<number> {
    const answer = await readSharedGame(token, game.peek() && etag);
    if (answer) {
      game.value = answer.value;
      etag = answer.etag;
    }
    const { event } = await readDraft();
    return Math.min(game.peek()?.event ?? event, event);
  }

  const following: Following = follow(ofSharedGame(token), {
    read,
    take(events) {
      for (const event of events) {
        if (game.value) game.value = applyToGame(game.value, event);
        if (draft.value) draft.value = applyToDraft(draft.value, event);
      }
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
    gone,
    connection: following.state,
    close() {
      closed = true;
      following.close();
    },
  };
}
