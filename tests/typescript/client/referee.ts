// The referee alone: rulings and counts for whoever plays without a score sheet.

import { api, explain, type Schemas } from "./api";

type Standing = Schemas["StandingDetail"];
type RuleCode = Schemas["RuleCode"];
type Problem = Schemas["RuleProblemDetail"];

// --- Rulings: legal or not, and malformed questions apart from both ---------------------

export async function layDown(groups: string[][]): Promise<string> {
  const { data, error } = await api.POST("/api/v1/referee/phase/", {
    body: { edition: "classic", phase: { number: 2 }, groups, house_rules: { oversize_groups: false } },
  });
  if (error) return explain(error);
  if (data.legal) {
    const standing = data.groups.map((group) => (group === null ? "?" : describe(group)));
    return `${standing.join(", ")} and ${data.extra_cards} more`;
  }
  return data.problems.map(({ code, message }) => `${hint(code)} ${message}`).join("\n");
}

export async function hit(target: Standing, cards: string[]): Promise<Standing[]> {
  const { data, error } = await api.POST("/api/v1/referee/hit/", {
    // A standing that was answered can be asked about again.
    body: { edition: "flip", target: { kind: target.kind, cards: target.cards }, cards },
  });
  if (error) throw new Error(explain(error));
  if (!data.legal) return [];
  return data.target === null ? data.choices : [data.target];
}

export async function layDownOwnPhase(): Promise<boolean> {
  const { data } = await api.POST("/api/v1/referee/phase/", {
    body: {
      edition: "express",
      phase: { groups: [{ kind: "pair_run", size: 4 }] },
      groups: [["R3", "B3", "G4", "W"]],
    },
  });
  return data?.legal ?? false;
}

// --- What a hand can do -----------------------------------------------------------------

export async function advise(hand: string[], table: Standing[]): Promise<string> {
  const { data, error } = await api.POST("/api/v1/referee/hand/", {
    body: {
      edition: "classic",
      phase: { number: 4 },
      hand,
      table: table.map(({ kind, cards }) => ({ kind, cards })),
    },
  });
  if (error) return explain(error);
  const turn = data.going_out.map((play) => `${play.action} ${play.cards.join(" ")}`);
  if (data.can_go_out) return turn.join(", then ");
  const wanted = data.outs.map((out) => `${out.card} (${out.unseen} left)`);
  const chance = `${Math.round(data.chance * 100)} %`;
  return [data.message, `${data.leftover.points} points`, ...wanted, chance].join("; ");
}

// --- Counting ---------------------------------------------------------------------------

export async function count(cards: string[]): Promise<number> {
  const { data, error, response } = await api.POST("/api/v1/referee/score/", {
    body: { edition: "classic", cards },
  });
  if (error) {
    if (response.status === 429) return Number(response.headers.get("Retry-After"));
    throw new Error(explain(error));
  }
  const dearest = data.cards.reduce((most, line) => Math.max(most, line.points), 0);
  return data.points - dearest;
}

export async function tally(): Promise<Map<string, number | null>> {
  const { data, error } = await api.POST("/api/v1/referee/tally/", {
    body: {
      edition: "classic",
      phases: [{ number: 1 }, { number: 6 }, { groups: [{ kind: "set", size: 3 }] }],
      results: [
        { player: "North", phase: 1, went_out: true },
        { player: "East", phase: 2, points: 15 },
        { player: "South", phase: 2, cards: ["R9"], laid_down: null },
      ],
    },
  });
  if (error) throw new Error(explain(error));
  for (const problem of data.problems) {
    const whom: string = problem.player ?? "everybody";
    console.warn(`${whom}: ${problem.message} (rulebook, ${problem.rule})`);
  }
  return new Map(data.results.map((line) => [line.player, line.next_phase]));
}

// --- A whole game, also one that the server does not know -------------------------------

export async function leaders(request: Schemas["ReplayRequest"]): Promise<string[]> {
  const { data, error } = await api.POST("/api/v1/referee/game/", { body: request });
  if (error) throw new Error(explain(error));
  const dropped = data.consequences.filter(({ effect }) => effect === "dropped");
  const after = data.rounds.length - dropped.length;
  return data.players
    .filter(({ rank }) => rank === 1)
    .map(({ name, total }) => `${name} leads with ${total} after round ${after}`);
}

// --- The rules to take away -------------------------------------------------------------

export async function download(language: string): Promise<Blob[]> {
  const { data: pocket } = await api.GET("/api/v1/referee/pocket/");
  if (!pocket) return [];
  const texts = pocket.languages.filter((each) => each.language === language);
  const archives = [pocket, ...texts].map(({ address: archive }) =>
    api.GET("/api/v1/referee/pocket/{archive}", { params: { path: { archive } }, parseAs: "blob" }),
  );
  return (await Promise.all(archives)).flatMap(({ data }) => (data ? [data] : []));
}

// --- Editions ---------------------------------------------------------------------------

export async function editions(): Promise<Schemas["EditionName"][]> {
  const { data } = await api.GET("/api/v1/referee/editions/");
  return data?.map((edition) => edition.edition) ?? [];
}

export async function deck(edition: Schemas["EditionName"]): Promise<number> {
  const { data, error } = await api.GET("/api/v1/referee/editions/{edition}/", {
    params: { path: { edition } },
  });
  if (error) throw new Error(explain(error));
  const copies = data.deck.sides.flatMap((side) => side.cards.map((card) => card.copies));
  return copies.reduce((sum, some) => sum + some, 0);
}

// --- The rules without cards ------------------------------------------------------------

type Rule = Schemas["RuleEntryDetail"];

export async function lookUp(edition: Schemas["EditionName"], q: string): Promise<string[]> {
  const { data, error } = await api.GET("/api/v1/referee/rules/", {
    params: { query: { edition, q } },
  });
  if (error) throw new Error(explain(error));
  return data.map(read);
}

export async function why(edition: Schemas["EditionName"], problem: Problem): Promise<string> {
  const { data } = await api.GET("/api/v1/referee/rules/{entry}/", {
    params: { path: { entry: problem.rule_entry }, query: { edition } },
  });
  return data ? read(data) : problem.message;
}

function read(rule: Rule): string {
  const answer = rule.answers.map(({ text }) => text).join(" / ");
  const offer = rule.in_the_app;
  if (offer === null) return `${rule.title} ${answer}`;
  const lever = offer.support === "house_rule" ? ` (${offer.house_rule})` : "";
  return `${rule.title} ${answer} ${offer.text}${lever}`;
}

// --- What answers are made of -----------------------------------------------------------

export function describe(standing: Standing): string {
  // Every kind is known: a new one in the schema stops this from compiling.
  switch (standing.kind) {
    case "set":
      return `set of ${standing.number ?? "wild cards"}`;
    case "color":
    case "color_run":
      return `${standing.kind} in ${standing.color ?? "no color yet"}`;
    case "run":
    case "odd_run":
    case "even_run":
    case "pair_run":
      return `${standing.kind} from ${standing.low} to ${standing.high}`;
    case "odd":
    case "even":
      return `${standing.size} ${standing.kind} cards`;
  }
}

function hint(code: RuleCode): string {
  if (code === "mixed_sides") return "One side of the cards only.";
  if (code === "phase_not_laid") return "First things first.";
  return "";
}
