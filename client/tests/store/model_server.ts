/** A small model of the server: versions, chosen ids, keys of repeated writes, and what it refuses. */

import { Unreachable } from "../../src/server/problems";
import type { Action, Game, GameAction, Problem } from "../../src/store/actions/actions";
import type { Call } from "../../src/store/actions/calls";
import type { Answer, Server } from "../../src/store/sent/server";
import { newGame, newGroup } from "../../src/store/shown/creating";
import { withFaces } from "../../src/store/shown/faces";
import { applied, consequences, problem, replayed } from "./model_game";

/** A change that the server has carried out, with the rounds before and after it. */
export interface Change {
  kind: Action["kind"];
  by: string;
  before: Game;
  after: Game;
}

const GAME_PATH = /^\/api\/v1\/games\/([^/]+)\/(?:(\w[\w-]*)\/)?(?:([^/]+)\/)?$/;
const LINE_PATH = /^\/api\/v1\/games\/([^/]+)\/draft\/lines\/([^/]+)\/$/;
const AHEAD = 60_000;

export class ModelServer implements Server {
  readonly games = new Map<string, Game>();
  readonly deleted = new Set<string>();
  readonly groups = new Map<string, { name: string; players: { id: string; name: string }[] }>();
  readonly changes: Change[] = [];
  /** People by their tokens. */
  readonly people = new Map<string, string>();
  private readonly answers = new Map<string, { request: string; answer: Answer }>();
  private readonly ids = new Map<string, string>();
  now = Date.parse("2026-05-01T20:00:00Z");

  /** Forget the answers to repeated writes, as the server does after two days. */
  forgetAnswers(): void {
    this.answers.clear();
  }

  async send(
    call: Call,
    { token, key }: { token: string | null; key: string | null },
  ): Promise<Answer> {
    return { ...this.handle(structuredClone(call), token, key), date: this.now };
  }

  private handle(call: Call, token: string | null, key: string | null): Answer {
    const [path = "", query = ""] = call.path.split("?");
    const dry = query.includes("dry_run=true");
    if (path === "/api/v1/auth/guests/")
      return this.repeatable(call, `:${key}`, () => this.guest(call));
    if (path === "/api/v1/") return success({});
    const by = token === null ? undefined : this.people.get(token);
    if (by === undefined) return refusal(problem(401, "not_authenticated"));
    const answer = () => this.answer(call, path, by, dry);
    if (call.method === "GET" || dry || key === null) return answer();
    return this.repeatable(call, `${by}:${key}`, answer);
  }

  private repeatable(call: Call, key: string, answer: () => Answer): Answer {
    const request = JSON.stringify([call.method, call.path, call.body ?? null]);
    const stored = this.answers.get(key);
    if (stored && stored.request !== request) {
      return refusal(problem(422, "idempotency_key_reused"));
    }
    if (stored) return structuredClone(stored.answer);
    const given = answer();
    if (given.status < 400) this.answers.set(key, { request, answer: structuredClone(given) });
    return given;
  }

  private guest({ body }: Call): Answer {
    const { name } = body as { name: string };
    const token = `token of ${name} ${this.people.size}`;
    this.people.set(token, name);
    const user = { id: name, name, email: null, is_guest: true, time_zone: null, language: null };
    return success({ token, user: { ...user, created_at: "" } }, 201);
  }

  private answer(call: Call, path: string, by: string, dry: boolean): Answer {
    if (path === "/api/v1/groups/") return this.createGroup(call);
    const inGroup = /^\/api\/v1\/groups\/([^/]+)\/players\/$/.exec(path);
    const starting = /^\/api\/v1\/groups\/([^/]+)\/games\/$/.exec(path);
    if (starting) return this.startGame(starting[1] ?? "", call);
    if (inGroup) return this.addPlayer(inGroup[1] ?? "", call);
    const line = LINE_PATH.exec(path);
    if (line && !this.games.get(line[1] ?? "")?.next_round?.playing.includes(line[2] ?? "")) {
      return refusal(problem(404, "not_found"));
    }
    const match = GAME_PATH.exec(path);
    const game = match && this.games.get(match[1] ?? "");
    const restores = (call.body as { deleted?: boolean } | undefined)?.deleted === false;
    if (!match || !game || this.deleted.has(game.id) !== restores) {
      return refusal(problem(404, "not_found"));
    }
    if (call.method === "GET") return success(game);
    return this.change(call, game, actionOf(call, match, game), by, dry);
  }

  private createGroup({ body }: Call): Answer {
    const { id, name, players, game } = body as {
      id: string;
      name: string;
      players: { id: string; name: string }[];
      game: Parameters<typeof newGame>[0];
    };
    const repeated = this.reserve(id, body);
    if (repeated === null) return refusal(problem(409, "id_taken"));
    if (!repeated) {
      this.groups.set(id, { name, players });
      this.begin(game, id);
    }
    const known = this.groups.get(id)?.players ?? [];
    const newcomer = { has_left: false, is_me: false, user: null };
    const group = {
      ...newGroup({ id, name }, { id: "", name: "" }, ""),
      players: withFaces(known, []).map((each) => ({ ...each, ...newcomer })),
      player_count: known.length,
    };
    const there = this.deleted.has(game.id) ? null : (this.games.get(game.id) ?? null);
    return success({ ...group, event: 1, game: there }, repeated ? 200 : 201);
  }

  private startGame(group: string, { body }: Call): Answer {
    const asked = body as Parameters<typeof newGame>[0];
    const repeated = this.reserve(asked.id, body);
    if (repeated === null) return refusal(problem(409, "id_taken"));
    if (!repeated) this.begin(asked, group);
    return success(this.games.get(asked.id), repeated ? 200 : 201);
  }

  private begin(game: Parameters<typeof newGame>[0], group: string): void {
    const players = this.groups.get(group)?.players ?? [];
    const people = new Map(withFaces(players, []).map((player) => [player.id, player]));
    const phases = [{ phase: 1, name: "Two sets", groups: [] }];
    const started = newGame(game, group, people, phases, new Date(this.now).toISOString());
    this.games.set(game.id, replayed({ ...started, version: 1, event: 1 }));
  }

  private addPlayer(group: string, { body }: Call): Answer {
    const player = body as { id: string; name: string };
    const repeated = this.reserve(player.id, body);
    if (repeated === null) return refusal(problem(409, "id_taken"));
    if (!repeated) this.groups.get(group)?.players.push(player);
    return success({ ...player, group }, 201);
  }

  /** Whether an id was used for the same before; null if it was for anything else. */
  private reserve(id: string, body: unknown): boolean | null {
    const content = JSON.stringify(body);
    const known = this.ids.get(id);
    if (known === undefined) this.ids.set(id, content);
    return known === undefined ? false : known === content ? true : null;
  }

  private change(call: Call, game: Game, action: GameAction, by: string, dry: boolean): Answer {
    if (action.kind === "recordRound") {
      const { phone_time } = action.body;
      const time = phone_time === undefined ? this.now : Date.parse(phone_time);
      if (time > this.now + AHEAD || time < Date.parse("1980-01-01T00:00:00Z")) {
        const error = { field: "phone_time", code: "in_the_future", message: "" };
        return refusal(problem(400, "invalid_request", { errors: [error] }));
      }
      const reserved = this.ids.get(action.body.id);
      if (reserved !== undefined) {
        if (reserved !== JSON.stringify(action.body)) return refusal(problem(409, "id_taken"));
        const isThere = game.rounds.some(({ id }) => id === action.body.id);
        return isThere ? success(game) : refusal(problem(409, "id_taken"));
      }
    } else if (call.version === null) {
      return refusal(problem(428, "precondition_required", { game }));
    } else if (call.version !== game.version) {
      return refusal(problem(412, "stale_version", { game }));
    }
    const outcome = applied(game, action, by);
    if (outcome.problem) return refusal(outcome.problem);
    if (action.kind === "correctRound") {
      const dropped = consequences(game, outcome.game);
      const confirmed = (call.body as { confirm?: boolean }).confirm === true;
      if (dropped.length > 0 && !confirmed) {
        const more = { consequences: dropped, game, would_be: outcome.game };
        return refusal(problem(409, "confirmation_needed", more));
      }
    }
    const after = { ...outcome.game, version: game.version + 1, event: game.event + 1 };
    if (dry) return success(after);
    if (action.kind === "recordRound") this.reserve(action.body.id, action.body);
    this.games.set(game.id, after);
    this.changes.push({ kind: action.kind, by, before: game, after });
    if (action.kind === "decide" && action.decision === "delete") {
      this.deleted.add(game.id);
      return success(null, 204);
    }
    this.deleted.delete(game.id);
    return success(after);
  }
}

const DECISIONS = { over: "end", abandoned: "abandon", playing: "resume" } as const;

type Status = keyof typeof DECISIONS;

function decisionOf(change: { status?: Status; archived?: boolean; deleted?: false }) {
  if (change.deleted === false) return "restore";
  if (change.status) return DECISIONS[change.status];
  if (change.archived === undefined) return null;
  return change.archived ? "archive" : "unarchive";
}

function actionOf(call: Call, match: RegExpExecArray, game: Game): GameAction {
  const [, id = "", part, rest] = match;
  const body = call.body as never;
  if (part === "rounds") {
    if (call.method === "POST") return { kind: "recordRound", game: id, body };
    const number = Number(rest);
    if (call.method === "DELETE") return { kind: "takeBackRound", game: id, number };
    return { kind: "correctRound", game: id, number, body, confirmed: [] };
  }
  if (part === "players") {
    if (call.method === "POST") {
      const { player } = call.body as { player: { id: string; name?: string } };
      const known = game.players.find((each) => each.id === player.id)?.name;
      return { kind: "addToGame", game: id, body, name: player.name ?? known ?? "" };
    }
    const round = Number(new URLSearchParams(call.path.split("?")[1]).get("round"));
    return { kind: "leaveGame", game: id, player: rest ?? "", round };
  }
  if (call.method === "DELETE") return { kind: "decide", game: id, decision: "delete" };
  const decision = decisionOf(body);
  if (decision) return { kind: "decide", game: id, decision };
  return { kind: "changeGame", game: id, change: body };
}

export function success(data: unknown, status = 200): Answer {
  return { status, data: structuredClone(data), problem: null, retryAfter: null, date: null };
}

export function refusal(of: Problem): Answer {
  const problem = structuredClone(of);
  return { status: of.status, data: null, problem, retryAfter: null, date: null };
}

/** What happens to a request on its way. */
export type Fate = "ok" | "lost" | "answer lost" | "failed" | "busy" | "throttled";

/** A server behind a line on which requests meet their fates. */
export function behind(server: Server, fate: () => Fate): Server {
  return {
    async send(call, how) {
      await Promise.resolve();
      const what = fate();
      if (what === "lost") throw new Unreachable("lost");
      if (what === "failed") return refusal(problem(500, "internal_error"));
      if (what === "busy") return refusal(problem(503, "server_busy"));
      if (what === "throttled") return refusal(problem(429, "throttled"));
      const answer = await server.send(call, how);
      if (what === "answer lost") throw new Unreachable("answer lost");
      return answer;
    },
  };
}
