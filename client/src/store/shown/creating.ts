/** Groups and games as they are shown until the server has created them. */

import type { Game, Group, Schemas } from "../actions/actions";
import type { Named } from "./faces";
import { begun, ranked } from "./handicaps";

type StartGame = Schemas["StartGameRequest"] & { id: string };
type NewGroup = Schemas["NewGroupRequest"] & { id: string };

const HOUSE_RULES = {
  oversize_groups: true,
  number_card_per_group: false,
  must_lay_down: false,
  pair_run_singles: false,
  flip_on_going_out: true,
} satisfies Schemas["HouseRuleSettings"];

/** A group that only this phone knows. */
export function newGroup(body: NewGroup, me: { id: string; name: string }, now: string): Group {
  return {
    id: body.id,
    name: body.name,
    my_role: "owner",
    time_zone: body.time_zone ?? "UTC",
    seasons: [],
    created_at: now,
    member_count: 1,
    player_count: 0,
    event: 0,
    members: [
      {
        id: body.id,
        user: { id: me.id, name: me.name },
        role: "owner",
        joined_at: now,
        claims: null,
        is_me: true,
      },
    ],
    players: [],
  };
}

/**
 * A game that only this phone knows, before its first round.
 *
 * @param people the players by their ids
 * @param phases in words; empty if nobody could tell
 */
export function newGame(
  body: StartGame,
  group: string,
  people: ReadonlyMap<string, Named>,
  phases: Schemas["NumberedPhase"][],
  now: string,
): Game {
  const ids = body.players.map(({ id }) => id ?? "");
  const dealer = body.first_dealer ?? ids[0] ?? "";
  const starter = ids[(ids.indexOf(dealer) + 1) % ids.length] ?? dealer;
  return {
    id: body.id,
    group,
    event: 0,
    version: 0,
    my_role: "owner",
    status: "playing",
    ended_early: false,
    archived: false,
    edition: body.edition,
    variant: body.variant ?? "standard",
    phases,
    house_rules: { ...HOUSE_RULES, ...body.house_rules },
    first_dealer: dealer,
    turns_logged: body.turns_logged ?? false,
    started_at: now,
    changed_at: now,
    phone_time: null,
    totals_only: false,
    winners: [],
    next_round: { number: 1, tie_break: false, dealer, starter, playing: ids },
    players: ranked(
      ids.map((id, seat) => ({
        ...(people.get(id) ?? { id, name: "", color: "plum", sign: null }),
        seat,
        at_table: true,
        stints: [],
        ...begun(body.handicaps?.[seat]),
        won: false,
      })),
    ),
    rounds: [],
  };
}
