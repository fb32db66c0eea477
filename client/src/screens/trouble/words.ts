import { reasonOf } from "../../components/told";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import type { Action, Game, Group, Trouble } from "../../store";

type Kind = Action["kind"];
type Refused = Pick<Trouble, "kind" | "problem" | "theirs">;
type Words = { [K in Kind]: (action: Extract<Action, { kind: K }>, names: Names) => string };

interface Names {
  game: Game | undefined;
  group: Group | undefined;
}

const WORDS: Words = {
  recordRound: ({ body: { number } }) =>
    t("Round {number} as entered here was not taken.", { number }),
  correctRound: ({ number }) => t("The correction of round {number} was not taken.", { number }),
  takeBackRound: ({ number }) => t("Round {number} was not taken back.", { number }),
  decide: () => t("What you decided about the game was not carried out."),
  changeGame: () => t("The settings of the game were not changed."),
  addToGame: ({ name }) => t("{name} was not added to the game.", { name: isolated(name) }),
  leaveGame: ({ player }, names) =>
    t("{name} did not leave the game.", { name: nameOf(player, names) }),
  startDraft: ({ round }) => t("Round {round} was not opened for all phones.", { round }),
  enterLine: ({ player }, names) =>
    t("The points of {name} were not taken.", { name: nameOf(player, names) }),
  play: () => t("A play was not taken onto the table."),
  takeBackPlay: () => t("A play was not taken back."),
  createGroup: ({ body }) => t("{name} was not created.", { name: isolated(body.name) }),
  startGame: () => t("The game was not started on the server."),
  addPlayer: ({ name }) => t("{name} was not added.", { name: isolated(name) }),
  changePlayer: ({ player }, names) =>
    t("{name} was not changed.", { name: nameOf(player, names) }),
  deletePlayer: ({ player }, names) =>
    t("{name} was not deleted.", { name: nameOf(player, names) }),
  mergePlayers: ({ player }, names) => t("{name} was not merged.", { name: nameOf(player, names) }),
  changeGroup: () => t("The group was not changed."),
  changeRole: () => t("The role was not changed."),
  removeMember: () => t("The member was not removed."),
  handOver: () => t("The group was not handed over."),
  deleteGroup: () => t("The group was not deleted."),
  changeMe: () => t("Your name or language was not changed on the server."),
};

/** What the server did not do, as a sentence. */
export function actionWords(action: Action, game?: Game, group?: Group): string {
  const words = WORDS[action.kind] as (action: Action, names: Names) => string;
  return words(action, { game, group });
}

/** Why somebody has to decide, as a sentence. */
export function troubleWords({ kind, problem, theirs }: Refused): string {
  if (kind !== "same_round" || !theirs) return reasonOf(problem);
  return t("Round {number} was recorded on another phone, too.", { number: theirs.number });
}

/** What is lost with an action that is left out. */
export function lossWords(action: Action): string {
  switch (action.kind) {
    case "createGroup":
      return t("The group is lost, with its game and all rounds entered here.");
    case "startGame":
      return t("The game is lost, with all rounds entered here.");
    case "recordRound":
      return t("The round is lost as it was entered here. The game goes on without it.");
    default:
      return t("Everything stays as the server has it.");
  }
}

function nameOf(player: string, { game, group }: Names): string {
  const players = [...(game?.players ?? []), ...(group?.players ?? [])];
  return isolated(players.find(({ id }) => id === player)?.name ?? "?");
}
