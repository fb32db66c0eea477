// The live table: a phone on which a round is played, and all that follow it as it goes.

import { api, once, read, Refused, SERVER, write } from "./api";
import type { Answer, Key, Known, Schemas } from "./api";
import { look } from "./games";
import { describe } from "./referee";

type Choice = Schemas["WildCardChoice"];
type Event = Schemas["GameEvent"];
type Game = Schemas["GameDetail"];
type Play = Schemas["PlayDetail"];
type RuleProblem = Schemas["RuleProblemDetail"];
type Standing = Schemas["StandingDetail"];
type Table = Schemas["TableState"];
type GroupOnTable = Schemas["GroupOnTable"];

/** What lies on the table, and whose turn it is. */
export function draw({ game, table }: Seen): string[] {
  const names = new Map(game.players.map(({ id, name }) => [id, name]));
  const groups = table.groups.map((group) => {
    const what = group.irregular ? group.cards.join(" ") : describe(group);
    return `${names.get(group.player)}: ${what}`;
  });
  const turn = table.turn === null ? "" : `${names.get(table.turn)} plays`;
  const watches = game.my_role === null || game.my_role === "viewer";
  return [...groups, `${table.top_discard ?? "?"} ${turn} ${watches ? "(you watch)" : ""}`];
}

// --- Play -------------------------------------------------------------------------------

/** What the phone asks whoever plays. */
export type Asks = {
  choose: (choice: Choice) => Standing | undefined;
  overrule: (problems: RuleProblem[]) => string | null;
};

type Played = Schemas["TableChange"] | Schemas["PlayOutcome"];

/** Put cards on the table; null where their player thinks better of it. */
async function play<Cards>(
  table: Table,
  cards: Cards,
  put: (cards: Cards, overrule: string, header: Key) => Promise<Answer<Played>>,
  declare: (cards: Cards, choice: Choice, meant: Standing) => Cards,
  asks: Asks,
  overrule = "",
): Promise<Table | null> {
  const { data, error } = await once((header) => put(cards, overrule, header));
  if (data) return after(table, data);
  switch (error.code) {
    case "ambiguous_play": // a Wild could be this or that, which only its player knows
      for (const choice of error.ruling?.choices ?? []) {
        const meant = asks.choose(choice);
        if (!meant) return null;
        cards = declare(cards, choice, meant);
      }
      return play(table, cards, put, declare, asks, overrule);
    case "illegal_play": {
      const why = asks.overrule(error.ruling?.problems ?? []);
      return why ? play(table, cards, put, declare, asks, why) : null;
    }
    case "round_over": // another phone was faster
    case "round_not_next":
      return seated(table.game).table();
    default:
      throw new Refused(error);
  }
}

/** Lay down the groups in the order in which the Phase asks for them, as choices count them. */
export function layDown(table: Table, player: string, groups: string[][], asks: Asks) {
  const path = { game: table.game };
  return play(
    table,
    groups,
    (groups, overrule, header) =>
      api.POST("/api/v1/games/{game}/table/lay-downs/", {
        params: { path, header },
        body: { round: table.round, player, groups, overrule },
      }),
    (groups, choice, { cards }) => groups.map((as, i) => (i === choice.group ? cards : as)),
    asks,
  );
}

export function hit(table: Table, player: string, group: GroupOnTable, cards: string[], asks: Asks) {
  const path = { game: table.game };
  return play(
    table,
    cards,
    (cards, overrule, header) =>
      api.POST("/api/v1/games/{game}/table/hits/", {
        params: { path, header },
        body: { round: table.round, player, group: group.id, cards, overrule },
      }),
    (_cards, _choice, meant) => without(meant.cards, group.cards),
    asks,
  );
}

/** Discard, a Skip in front of somebody; with the last card the player goes out. */
export async function discard(
  table: Table,
  player: string,
  card: string,
  more: { skips?: string; goes_out?: boolean } = {},
): Promise<Table> {
  const path = { game: table.game };
  return after(
    table,
    await write((header) =>
      api.POST("/api/v1/games/{game}/table/discards/", {
        params: { path, header },
        body: { round: table.round, player, card, ...more },
      }),
    ),
  );
}

/** Take the top of the discard pile, or only ask why that may not be. */
export async function takeTop(table: Table, player: string, dry_run: boolean) {
  const params = { path: { game: table.game }, query: { dry_run } };
  const body = { round: table.round, player };
  const answer = await write((header) =>
    api.POST("/api/v1/games/{game}/table/draws/", { params: { ...params, header }, body }),
  );
  const problems = "ruling" in answer ? answer.ruling.problems : [];
  return { table: await after(table, answer), against: problems.map(({ message }) => message) };
}

export async function turnOver(table: Table): Promise<Table> {
  const path = { game: table.game };
  const body = { round: table.round };
  return after(
    table,
    await write((header) =>
      api.POST("/api/v1/games/{game}/table/flips/", { params: { path, header }, body }),
    ),
  );
}

export async function note(table: Table, text: string): Promise<Table> {
  const path = { game: table.game };
  const body = { round: table.round, text };
  return after(
    table,
    await write((header) =>
      api.POST("/api/v1/games/{game}/table/notes/", { params: { path, header }, body }),
    ),
  );
}

/** Take a play back, before it those that rest on it; they are shown before that is done. */
export async function takeBack(
  table: Table,
  gone: Play,
  meant: (later: Play[]) => boolean,
): Promise<Table> {
  const path = { game: table.game, play: gone.id };
  const { data, error } = await once((header) =>
    api.DELETE("/api/v1/games/{game}/table/plays/{play}/", { params: { path, header } }),
  );
  if (data) return after(table, data);
  if (error.code !== "later_plays_fall" || !error.plays) throw new Refused(error);
  if (!meant(error.plays)) return table;
  for (const later of [...error.plays].reverse()) table = await takeBack(table, later, meant);
  return takeBack(table, gone, meant);
}

// --- Follow -----------------------------------------------------------------------------

/** What a phone has on its screen: each knows the latest event that is in it. */
export type Seen = { game: Game; table: Table };

/** From where a phone knows what it shows: from its seat, or by a link. */
type Place = {
  game: () => Promise<Game>;
  table: () => Promise<Table>;
  draft: () => Promise<Schemas["DraftState"]>;
  log: (after: number) => Promise<Schemas["LogPage"]>;
  stream: (after: number) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
};

export function seated(game: string): Place {
  const path = { game };
  return {
    game: () => look(game),
    table: () => read(api.GET("/api/v1/games/{game}/table/", { params: { path } })),
    draft: () => read(api.GET("/api/v1/games/{game}/draft/", { params: { path } })),
    log: (after) => {
      const query = { after, wait: 25 };
      return read(api.GET("/api/v1/games/{game}/log/", { params: { path, query } }));
    },
    stream: (after) => {
      const params = { path, query: { after } };
      return read(api.GET("/api/v1/games/{game}/events/", { params, parseAs: "stream" }));
    },
  };
}

export function watching(token: string): Place {
  const path = { token };
  return {
    game: () => read(api.GET("/api/v1/watch/{token}/", { params: { path } })),
    table: () => read(api.GET("/api/v1/watch/{token}/table/", { params: { path } })),
    draft: () => read(api.GET("/api/v1/watch/{token}/draft/", { params: { path } })),
    log: (after) => {
      const query = { after, wait: 25 };
      return read(api.GET("/api/v1/watch/{token}/log/", { params: { path, query } }));
    },
    stream: (after) => {
      const params = { path, query: { after } };
      return read(api.GET("/api/v1/watch/{token}/events/", { params, parseAs: "stream" }));
    },
  };
}

export async function sitDown(at: Place): Promise<Seen> {
  return { game: await at.game(), table: await at.table() };
}

/** Go on from what was seen last, were it yesterday, until the game is over. */
export async function follow(at: Place, seen: Seen, show: (seen: Seen) => void): Promise<Seen> {
  let after = latest(seen);
  while (seen.game.status === "playing") {
    const { events, more } = await at.log(after);
    for (const event of events) {
      seen = await apply(at, seen, event);
      after = event.number;
    }
    if (events.length && !more) show(seen);
  }
  return seen;
}

/** The same without asking again and again; where the stream ends, the log goes on. */
export async function listen(at: Place, seen: Seen, show: (seen: Seen) => void): Promise<Seen> {
  const body = await at.stream(latest(seen));
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    const messages = (text + part.value).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const event = eventOf(/^data: (.*)$/m.exec(message)?.[1]);
      if (event) show((seen = await apply(at, seen, event)));
    }
    if (seen.game.status !== "playing") await reader?.cancel();
  }
  return follow(at, seen, show);
}

/** In a browser, which has streams of its own, but sends no token with them. */
export async function open(seen: Seen, heard: (event: Event) => void): Promise<EventSource> {
  const game = seen.game.id;
  const { ticket } = await write((header) =>
    api.POST("/api/v1/games/{game}/tickets/", { params: { path: { game }, header } }),
  );
  const query = new URLSearchParams({ ticket, after: `${latest(seen)}` });
  const source = new EventSource(`${SERVER}/api/v1/games/${game}/events/?${query}`);
  // Only what is listened for by its name is heard.
  for (const kind of ["table", "round_recorded", "round_corrected", "round_taken_back"]) {
    source.addEventListener(kind, ({ data }) => {
      const event = eventOf(data);
      if (event) heard(event);
    });
  }
  for (const end of ["reload", "ended"]) source.addEventListener(end, () => source.close());
  return source;
}

// --- Events -----------------------------------------------------------------------------

const isEvent = (told: unknown): told is Event =>
  typeof told === "object" && told !== null && "number" in told;

function eventOf(data: string | undefined): Event | null {
  const told: unknown = data === undefined ? null : JSON.parse(data);
  return isEvent(told) ? told : null; // the end of a stream says nothing more
}

async function apply(at: Place, seen: Seen, told: Event): Promise<Seen> {
  const { game, table } = seen;
  const event = told as Known<Event>;
  switch (event.kind) {
    case "table":
      return event.number > table.event ? { game, table: withPlays(table, event.data) } : seen;
    case "table_laid":
      return event.number > table.event ? { game, table: event.data } : seen;
    case "round_recorded":
    case "round_corrected":
    case "round_taken_back":
    case "game_abandoned":
    case "game_resumed":
    case "game_ended_early":
    case "game_archived":
    case "game_unarchived":
    case "player_joined":
    case "player_left": {
      if (event.number <= game.event) return seen;
      const { rounds_from, rounds, ...now } = event.data;
      const all = [...game.rounds.slice(0, rounds_from - 1), ...rounds];
      // Another round has another table.
      return { game: { ...game, ...now, rounds: all }, table: await at.table() };
    }
    case "game_over":
    case "joined":
      return seen;
    default:
      return "reload" in told.data ? sitDown(at) : seen;
  }
}

function withPlays(table: Table, { gone, taken_back, ...now }: Schemas["TablePatch"]): Table {
  const other = new Map(now.groups.map((group) => [group.id, group]));
  const known = new Set(table.groups.map(({ id }) => id));
  const stay = table.groups.filter(({ id }) => !gone.includes(id));
  return {
    ...now,
    groups: [
      ...stay.map((group) => other.get(group.id) ?? group),
      ...now.groups.filter(({ id }) => !known.has(id)),
    ],
    plays: [...table.plays.filter(({ id }) => !taken_back.includes(id)), ...now.plays],
  };
}

// --- Small things -----------------------------------------------------------------------

/** The table after a play, or as it was if that was only tried. */
async function after(table: Table, answer: Played): Promise<Table> {
  if ("ruling" in answer) return answer.table ?? table;
  if (!("gone" in answer)) return answer; // the play was there already: this is the whole table
  if (answer.event === table.event + 1) return withPlays(table, answer);
  return seated(table.game).table(); // somebody else was at the table meanwhile
}

const latest = ({ game, table }: Seen): number => Math.min(game.event, table.event);

/** The cards that were not there before: of a hit, its own, as they are declared by now. */
function without(cards: string[], before: string[]): string[] {
  const left = [...before];
  return cards.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
