// Without a connection: what is entered gets its id and its time from the phone, waits in an
// outbox, and is sent in order as soon as there is a connection.

import { api, read, Refused, type Schemas, write } from "./api";
import { begin } from "./people";

type Created = Schemas["CreatedGroup"];
type Game = Schemas["GameDetail"];
type Entry = Schemas["RoundEntry"];
type Round = Schemas["RecordRoundRequest"];

/** From a name to a table where the first round can be entered: two requests. */
export async function firstMinute(name: string, others: string[]): Promise<Created> {
  await begin(name, "phone");
  const players = [name, ...others].map((name, index) => {
    return { id: crypto.randomUUID(), name, ...(index === 0 && { me: true }) };
  });
  const game = {
    id: crypto.randomUUID(),
    edition: "classic" as const,
    started_at: new Date().toISOString(),
  };
  const body = { id: crypto.randomUUID(), name: "Kitchen table", players, game };
  return write((header) => api.POST("/api/v1/groups/", { params: { header }, body }));
}

/** The next game: with people of the group, and with one who has come along. */
export function nextGame(group: string, known: string[], guest: string): Promise<Game> {
  const players = [...known.map((id) => ({ id })), { name: guest }];
  const body = { edition: "flip" as const, players };
  return write((header) =>
    api.POST("/api/v1/groups/{group}/games/", { params: { path: { group }, header }, body }),
  );
}

/** What a round would do, before it is entered for good. */
export function tryRound(game: string, body: Round): Promise<Game> {
  return read(
    api.POST("/api/v1/games/{game}/rounds/", {
      params: { path: { game }, query: { dry_run: true } },
      body,
    }),
  );
}

export class Outbox {
  private rounds: Round[] = [];

  constructor(private readonly game: string) {}

  enter(number: number, results: Entry[], recorded_at: Date): Round {
    const round = {
      id: crypto.randomUUID(),
      number,
      results,
      recorded_at: recorded_at.toISOString(),
    };
    this.rounds.push(round);
    return round;
  }

  /** How many rounds the server does not know yet. */
  get waiting(): number {
    return this.rounds.length;
  }

  /** Send what waits, in order. What is refused stays, with all that comes after it. */
  async send(): Promise<{ game: Game | null; refused: Refused | null }> {
    let game: Game | null = null;
    for (let round = this.rounds[0]; round; round = this.rounds[0]) {
      try {
        game = await this.sendOne(round);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { game, refused: error };
      }
      this.rounds.shift();
    }
    return { game, refused: null };
  }

  /** A round has an id, so it can be sent again without a key, and at any time. */
  sendOne(body: Round): Promise<Game> {
    const path = { game: this.game };
    return read(api.POST("/api/v1/games/{game}/rounds/", { params: { path }, body }));
  }

  /** Somebody has decided that the round of the other phone counts. */
  dropFirst(): void {
    this.rounds.shift();
  }
}
