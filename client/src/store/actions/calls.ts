/** How each action is asked of the server: one table. Calls are plain data, to be stored. */

import type { Schemas } from "../../server/problems";
import type { paths } from "../../server/schema";
import type { Action, Decision, Game } from "./actions";
import { type PhoneTime, timed } from "./times";

type Method = "post" | "put" | "patch" | "delete";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type PathOf<O> = O extends { parameters: { path: infer Path } } ? Path : Record<string, never>;
type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? Query : never;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : O extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Body | undefined
    : undefined;

/** A request: always the same text for the same call, so that it can be sent again. */
export interface Call {
  method: string;
  path: string;
  body: unknown;
  /** The version of a game that the change is based on. */
  version: number | null;
}

/** A call that the schema knows. */
function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  names: PathOf<Operation<P, M>>,
  body: BodyOf<Operation<P, M>>,
  query?: QueryOf<Operation<P, M>>,
): Call {
  const values = names as Record<string, string | number>;
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  const asked = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return {
    method: method.toUpperCase(),
    path: asked.length > 0 ? `${filled}?${asked.join("&")}` : filled,
    body,
    version: null,
  };
}

/** What the answer to an action is. */
export type AnswerKind = "game" | "group" | "draft" | "table" | "account" | "none";

interface Way<A extends Action> {
  answer: AnswerKind;
  call(action: A, time: PhoneTime): Call;
  /** Whether the server wants to know which version of the game the person saw. */
  versioned: boolean;
}

type Ways = { [K in Action["kind"]]: Way<Extract<Action, { kind: K }>> };

function way<A extends Action>(answer: AnswerKind, call: Way<A>["call"]): Way<A> {
  return { answer, call, versioned: false };
}

function versioned<A extends Action>(call: Way<A>["call"]): Way<A> {
  return { answer: "game", call, versioned: true };
}

type GameChange = BodyOf<Operation<"/api/v1/games/{game}/", "patch">>;

const changing = (change: GameChange) => (game: string) =>
  call("patch", "/api/v1/games/{game}/", { game }, change);

const DECIDE: Record<Decision, (game: string) => Call> = {
  end: changing({ status: "over" }),
  abandon: changing({ status: "abandoned" }),
  resume: changing({ status: "playing" }),
  archive: changing({ archived: true }),
  unarchive: changing({ archived: false }),
  delete: (game) => call("delete", "/api/v1/games/{game}/", { game }, undefined),
  restore: changing({ deleted: false }),
};

const WHOLE = { whole_table: true };

const WAYS: Ways = {
  createGroup: way("group", ({ body }, time) => {
    const game = body.game && { game: timed(body.game, time) };
    return call("post", "/api/v1/groups/", {}, { ...body, ...game });
  }),
  startGame: way("game", ({ group, body }, time) =>
    call("post", "/api/v1/groups/{group}/games/", { group }, timed(body, time)),
  ),
  recordRound: way("game", ({ game, body }, time) =>
    call("post", "/api/v1/games/{game}/rounds/", { game }, timed(body, time)),
  ),
  correctRound: versioned(({ game, number, body, confirmed }) => {
    const asked = confirmed.length > 0 ? { ...body, confirm: true } : body;
    return call("put", "/api/v1/games/{game}/rounds/{number}/", { game, number }, asked);
  }),
  takeBackRound: versioned(({ game, number }) =>
    call("delete", "/api/v1/games/{game}/rounds/{number}/", { game, number }, undefined),
  ),
  decide: versioned(({ game, decision }) => DECIDE[decision](game)),
  changeGame: versioned(({ game, change }) => changing(change)(game)),
  addToGame: versioned(({ game, body }) =>
    call("post", "/api/v1/games/{game}/players/", { game }, body),
  ),
  leaveGame: versioned(({ game, player, round }) => {
    const names = { game, player };
    return call("delete", "/api/v1/games/{game}/players/{player}/", names, undefined, { round });
  }),
  startDraft: way("draft", ({ game, round }) =>
    call("put", "/api/v1/games/{game}/draft/", { game }, { round }),
  ),
  enterLine: way("draft", ({ game, player, body }) =>
    call("put", "/api/v1/games/{game}/draft/lines/{player}/", { game, player }, body),
  ),
  play: way("table", ({ game, play, side }, time) => {
    const seen = side ? { side } : {};
    const body = { kind: play.kind, ...timed(play.body, time), ...seen } as Schemas["PlayRequest"];
    return call("post", "/api/v1/games/{game}/table/plays/", { game }, body, WHOLE);
  }),
  takeBackPlay: way("table", ({ game, id: play }) => {
    const names = { game, play };
    return call("delete", "/api/v1/games/{game}/table/plays/{play}/", names, undefined, WHOLE);
  }),
  addPlayer: way("none", ({ group, player: id, name }) =>
    call("post", "/api/v1/groups/{group}/players/", { group }, { id, name }),
  ),
  changePlayer: way("none", ({ player, change }) =>
    call("patch", "/api/v1/players/{player}/", { player }, change),
  ),
  deletePlayer: way("none", ({ player }) =>
    call("delete", "/api/v1/players/{player}/", { player }, undefined),
  ),
  mergePlayers: way("none", ({ player, into }) =>
    call("patch", "/api/v1/players/{player}/", { player }, { merged_into: into }),
  ),
  changeGroup: way("group", ({ group, change }) =>
    call("patch", "/api/v1/groups/{group}/", { group }, change),
  ),
  changeRole: way("none", ({ group, member, role }) =>
    call("patch", "/api/v1/groups/{group}/members/{member}/", { group, member }, { role }),
  ),
  removeMember: way("none", ({ group, member }) =>
    call("delete", "/api/v1/groups/{group}/members/{member}/", { group, member }, undefined),
  ),
  handOver: way("none", ({ group, member }) => {
    const body = { role: "owner", hand_over: true } as const;
    return call("patch", "/api/v1/groups/{group}/members/{member}/", { group, member }, body);
  }),
  deleteGroup: way("none", ({ group }) =>
    call("delete", "/api/v1/groups/{group}/", { group }, undefined, { confirm: true }),
  ),
  changeMe: way("account", ({ change }) => call("patch", "/api/v1/me/", {}, change)),
};

function wayOf(action: Action): Way<Action> {
  return WAYS[action.kind] as Way<Action>;
}

/** The request of an action; `base` is the game as the server has it, if the action needs one. */
export function callOf(action: Action, base: Game | null, time: PhoneTime): Call {
  const way = wayOf(action);
  const asked = way.call(action, time);
  const versioned = way.versioned && !(action.kind === "decide" && action.decision === "restore");
  return versioned ? { ...asked, version: base?.version ?? null } : asked;
}

/** What is answered to an action; a deleted game has no answer. */
export function answerOf(action: Action): AnswerKind {
  if (action.kind === "decide" && action.decision === "delete") return "none";
  return wayOf(action).answer;
}

/** The same call, only checked and not carried out. */
export function dryRun({ path, ...rest }: Call): Call {
  return { ...rest, path: `${path}${path.includes("?") ? "&" : "?"}dry_run=true` };
}

/** A guest, created for a name. */
export function guestCall(name: string, device: string, time_zone: string | null): Call {
  const body = { name, device, ...(time_zone && { time_zone }) };
  return call("post", "/api/v1/auth/guests/", {}, body);
}
