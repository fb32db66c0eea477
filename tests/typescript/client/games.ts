// The score sheet: begin a game, put rounds on it, mend them, end it, and show it around.

import { all, api, asSeen, explain, once, read, Refused, write } from "./api";
import type { Problem, Schemas } from "./api";

type Change = Schemas["GameChange"];
type Entry = Schemas["RoundEntry"];
type Game = Schemas["GameDetail"];
type GameSummary = Schemas["GameSummary"];
type ShareLink = Schemas["ShareLinkDetail"];

// --- Begin and look ---------------------------------------------------------------------

/** Seat the players, the first one to the last to the left; the last one deals first. */
export function deal(group: string, players: string[]): Promise<Game> {
  const dealer = players.at(-1);
  return write((header) =>
    api.POST("/api/v1/groups/{group}/games/", {
      params: { path: { group }, header },
      body: {
        edition: "classic",
        variant: "standard",
        phases: [
          { number: 1 },
          { number: 2 },
          { groups: [{ kind: "pair_run", size: 6 }] },
          { number: 10 },
        ],
        house_rules: { must_lay_down: true },
        turns_logged: true,
        players: players.map((id) => ({ id })),
        ...(dealer !== undefined && { first_dealer: dealer }),
      },
    }),
  );
}

export function look(game: string): Promise<Game> {
  return read(api.GET("/api/v1/games/{game}/", { params: { path: { game } } }));
}

export function playStrictly(game: Game): Promise<Game> {
  return write((key) =>
    api.PATCH("/api/v1/games/{game}/", {
      params: asSeen(game, key),
      body: { house_rules: { oversize_groups: false, number_card_per_group: true } },
    }),
  );
}

/** The games of this year that still go on, or with `deleted` those that can be restored. */
export function games(group: string, deleted = false): Promise<GameSummary[]> {
  const year = `${new Date().getFullYear()}-01-01`;
  return all((page) =>
    api.GET("/api/v1/groups/{group}/games/", {
      params: {
        path: { group },
        query: { ...page, ...(deleted ? { deleted } : { status: "playing", from: year }) },
      },
    }),
  );
}

/** The screen: a line for each player, the leader first. */
export function scoreboard(game: Game): string[] {
  const standings = [...game.players].sort((one, other) => one.rank - other.rank);
  const dealer = game.next_round?.dealer ?? null;
  return standings.map(({ id, name, phase, rank, total, won }) => {
    // Phases count from 1, in the order of this game.
    const asked = phase === null ? undefined : game.phases[phase - 1];
    const next = asked?.groups.map(({ kind, size }) => `${kind} of ${size}`).join(" and ");
    const mark = won ? "*" : id === dealer ? "deals" : "";
    return `${rank}. ${name} ${total} ${next ?? "done"} ${mark}`;
  });
}

export function over(game: Game): string | null {
  switch (game.status) {
    case "playing":
      return null;
    case "abandoned":
      return "Nobody has won.";
    case "over": {
      const winners = game.players.filter(({ id }) => game.winners.includes(id));
      const names = winners.map(({ name }) => name).join(" and ");
      return game.ended_early ? `${names} led, and won.` : `${names} won.`;
    }
  }
}

// --- Rounds -----------------------------------------------------------------------------

/** Put the next round on the sheet, or say which lines of the form are wrong. */
export async function record(game: Game, results: Entry[], overrule?: string) {
  if (game.next_round === null) return { game, wrong: [], settled: [] };
  const body = { number: game.next_round.number, results, ...(overrule && { overrule }) };
  const { data, error } = await once((header) =>
    api.POST("/api/v1/games/{game}/rounds/", { params: { path: { game: game.id }, header }, body }),
  );
  if (data) return { game: data, wrong: [], settled: [] };
  if (error.code === "tally_refused") {
    // A count that cannot be: in whose line, and why, and what the form can be filled with.
    const wrong = error.errors.map(({ field, message }) => ({ field, message }));
    return { game, wrong, settled: error.results ?? [] };
  }
  return { game: asItIs(error), wrong: [], settled: [] }; // another phone was faster
}

type Draft = Schemas["RoundDraftDetail"];

/** What the table has entered for the next round, and what is wrong with it so far. */
export async function entered(game: Game): Promise<string[]> {
  const path = { game: game.id };
  const { draft, check } = await read(api.GET("/api/v1/games/{game}/draft/", { params: { path } }));
  const open = check?.lines.filter((line) => line.open?.can_go_out) ?? [];
  const problems = check?.problems.map(({ message }) => message) ?? [];
  return [`${draft?.lines.length ?? 0} entered, ${open.length} may be out`, ...problems];
}

/** All phones show the form. */
export async function countNow(game: Game): Promise<Draft | null> {
  if (game.next_round === null) return null;
  const round = game.next_round.number;
  const path = { game: game.id };
  const { draft } = await write((header) =>
    api.PUT("/api/v1/games/{game}/draft/", { params: { path, header }, body: { round } }),
  );
  return draft;
}

/** Enter one's own points; with the last line, the game has the round. */
export async function enter(
  game: Game,
  line: Entry,
  meant: (theirs: string) => boolean,
  seen = 0,
): Promise<Game> {
  if (game.next_round === null) return game;
  const { player, ...count } = line;
  const body = { round: game.next_round.number, seen, ...count };
  const path = { game: game.id, player };
  const { data, error } = await once((header) =>
    api.PUT("/api/v1/games/{game}/draft/lines/{player}/", { params: { path, header }, body }),
  );
  if (data) return data.recorded ?? game;
  const theirs = error.draft?.lines.find((one) => one.player === player);
  if (error.code !== "line_changed" || !theirs) return asItIs(error);
  const shown = `${theirs.entered_by ?? "Somebody"}: ${theirs.points ?? "?"}`;
  return meant(shown) ? enter(game, line, meant, theirs.version) : game;
}

export async function discard(game: Game, draft: Draft): Promise<void> {
  await write((key) => {
    const header = { ...key, "If-Match": `"${draft.version}"` };
    const path = { game: game.id };
    return api.DELETE("/api/v1/games/{game}/draft/", { params: { path, header } });
  });
}

/** Correct a round; what that does to later ones is asked before it is done. */
export async function correct(
  game: Game,
  number: number,
  results: Entry[],
  meant: (question: string) => boolean,
  confirm = false,
): Promise<Game> {
  const { data, error } = await once((key) => {
    const { path, header } = asSeen(game, key);
    return api.PUT("/api/v1/games/{game}/rounds/{number}/", {
      params: { path: { ...path, number }, header },
      body: { results, confirm },
    });
  });
  if (data) return data;
  if (error.code !== "confirmation_needed") return asItIs(error);
  return meant(follows(error)) ? correct(game, number, results, meant, true) : asItIs(error);
}

/** What a correction does to later rounds, and the scores after it. */
function follows({ detail, consequences = [], would_be }: Problem): string {
  const later = consequences.map(({ round, effect, message }) => {
    return `${effect === "dropped" ? "-" : "?"} ${round}: ${message}`;
  });
  return [detail, ...later, ...(would_be ? scoreboard(would_be) : [])].join("\n");
}

/** The game that a change met in place of the one that was seen. */
function asItIs(problem: Problem): Game {
  if (!problem.game) throw new Refused(problem);
  return problem.game;
}

/** Somebody comes late, beginning where the last one is with as many points. */
export function joinLate(game: Game, player: string): Promise<Game> {
  const total = Math.max(...game.players.map(({ total }) => total));
  return write((key) =>
    api.POST("/api/v1/games/{game}/players/", {
      params: asSeen(game, key),
      body: { player: { id: player }, phase: "lowest", total, round: game.rounds.length + 1 },
    }),
  );
}

export function leaveEarly(game: Game, player: string): Promise<Game> {
  return write((key) => {
    const { path, header } = asSeen(game, key);
    return api.DELETE("/api/v1/games/{game}/players/{player}/", {
      params: { path: { ...path, player }, header, query: { round: game.rounds.length + 1 } },
    });
  });
}

export async function takeBack(game: Game): Promise<Game> {
  const last = game.rounds.at(-1);
  if (!last) return game;
  const { data, error } = await once((key) => {
    const { path, header } = asSeen(game, key);
    return api.DELETE("/api/v1/games/{game}/rounds/{number}/", {
      params: { path: { ...path, number: last.number }, header },
    });
  });
  return data ?? asItIs(error);
}

/** What each player has in a round, to fill the form with that corrects it. */
export function lines(round: Schemas["RoundDetail"]): Entry[] {
  return round.lines.map(({ player, points, cards, laid_down, went_out }) => ({
    player,
    ...(cards === null ? { points } : { cards }),
    laid_down,
    went_out,
  }));
}

export async function history({ id }: Game): Promise<string[]> {
  const changes: Change[] = await all((query) =>
    api.GET("/api/v1/games/{game}/changes/", { params: { path: { game: id }, query } }),
  );
  return changes.map(({ version, at, actor, kind, round, reason }) => {
    const what = round === null ? kind : `${kind} ${round}`;
    const why: string = reason ?? "";
    return `${version}. ${new Date(at).toLocaleTimeString()} ${actor}: ${what} ${why}`;
  });
}

// --- The end, and what can be done about it ---------------------------------------------

export function end(game: Game): Promise<Game> {
  return write((key) => api.POST("/api/v1/games/{game}/end/", { params: asSeen(game, key) }));
}

export function abandon(game: Game): Promise<Game> {
  return write((key) => api.POST("/api/v1/games/{game}/abandon/", { params: asSeen(game, key) }));
}

export function resume(game: Game): Promise<Game> {
  return write((key) => api.POST("/api/v1/games/{game}/resume/", { params: asSeen(game, key) }));
}

export function putAway(game: Game): Promise<Game> {
  return write((key) => api.POST("/api/v1/games/{game}/archive/", { params: asSeen(game, key) }));
}

export function bringBack(game: Game): Promise<Game> {
  return write((key) => api.POST("/api/v1/games/{game}/unarchive/", { params: asSeen(game, key) }));
}

export async function deleteGame(game: Game): Promise<void> {
  await write((key) => api.DELETE("/api/v1/games/{game}/", { params: asSeen(game, key) }));
}

/** Restore a deleted game, as long as there is time. */
export async function restore({ id, restorable_until }: GameSummary): Promise<Game | null> {
  if (restorable_until === null || new Date(restorable_until) < new Date()) return null;
  return write((header) =>
    api.POST("/api/v1/games/{game}/restore/", { params: { path: { game: id }, header } }),
  );
}

// --- Spectators -------------------------------------------------------------------------

/** The link to watch a game: the one that there is, or a new one. */
export async function share({ id }: Game): Promise<ShareLink> {
  const path = { game: id };
  const [known] = await read(api.GET("/api/v1/games/{game}/share-links/", { params: { path } }));
  if (known) return known;
  return write((header) =>
    api.POST("/api/v1/games/{game}/share-links/", { params: { path, header } }),
  );
}

export async function stopSharing({ id }: Game, link: ShareLink): Promise<void> {
  const path = { game: id, link: link.id };
  await write((header) =>
    api.DELETE("/api/v1/games/{game}/share-links/{link}/", { params: { path, header } }),
  );
}

/** Keep a link that somebody else made, when they leave: owners only. */
export function keepSharing({ id }: Game, link: ShareLink): Promise<ShareLink> {
  const path = { game: id, link: link.id };
  return write((header) =>
    api.POST("/api/v1/games/{game}/share-links/{link}/adopt/", { params: { path, header } }),
  );
}

/** What spectators see, who need neither an account nor a token. */
export async function watch(token: string): Promise<string[]> {
  const { data, error } = await api.GET("/api/v1/watch/{token}/", { params: { path: { token } } });
  if (error) return [error.code === "not_found" ? "This game is not shown." : explain(error)];
  return scoreboard(data);
}
