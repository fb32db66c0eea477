/** What can stand in a face. Pure. */

const PICTURE =
  "[©®‼⁉\\u2100-\\u27bf⤴⤵\\u2b00-\\u2bff〰〽㊗㊙\\u{1f000}-\\u{1faff}]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?";
const FLAG = "[\\u{1f1e6}-\\u{1f1ff}]{2}";
const EMOJI = new RegExp(`^(?:${FLAG}|${PICTURE}(?:\\u200d${PICTURE})*)$`, "u");
const LETTERS = /^(?:[\p{L}\p{N}]\p{M}*){1,2}$/u;
const LONGEST = 16; // characters: families and flags are long emoji

/** Whether a text is one emoji, or one or two letters or digits: as `games.domain.faces` has it. */
export function isSign(text: string): boolean {
  return [...text].length <= LONGEST && (EMOJI.test(text) || LETTERS.test(text));
}

/** To tap: easy to tell from each other in small, and none looks like a card. */
export const SIGNS: readonly string[] = [..."🦊🐻🐱🐶🐸🐼🦁🐙🦉🐝🦄🐢🌻🌵🍄🍓🍋🍕🚀🎈🎸🔥🌙👑"];
