/** Rulings, tallies and games: by the rules on this phone, or else by the server. */

import { language } from "../i18n";
import { type Answered, type Asked, answered, type RuleFunction, Unavailable } from "./functions";
import { phoneRules, settled } from "./loading";
import { askServer } from "./server";

export {
  type Answered,
  type Asked,
  orNull,
  type RuleFunction,
  Unavailable,
} from "./functions";
export {
  loadRules,
  loadRulesWhenIdle,
  type RulesState,
  roundInEntry,
  rulesState,
} from "./loading";

/**
 * Ask the phone if its rules are ready, else the server.
 *
 * Throws Unavailable if neither can answer.
 */
export async function ask<Name extends RuleFunction>(
  name: Name,
  request: Asked<Name>,
): Promise<Answered<Name>> {
  try {
    return await askHere(name, request);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  try {
    return answered(await askServer(name, request));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  await settled(); // no server, but rules that may be on their way
  return askHere(name, request);
}

/** Ask only the phone; throws Unavailable if its rules are not ready. */
export async function askHere<Name extends RuleFunction>(
  name: Name,
  request: Asked<Name>,
): Promise<Answered<Name>> {
  const rules = await phoneRules();
  if (!rules) throw new Unavailable("The rules are not on this phone yet.");
  return answered(await rules.ask(name, request, language.value));
}
