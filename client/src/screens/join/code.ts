/** Codes of invites, as people type, paste or scan them. */

/** The code in what was typed or pasted, which may be a whole link; without spaces and dashes. */
export function codeIn(text: string): string {
  const link = /\/join\/([^/?#\s]+)/.exec(text);
  return (link?.[1] ?? text).replace(/[\s\-–—]/g, "").toUpperCase();
}

/** In groups of four, to read out. */
export function codeWords(code: string): string {
  return codeIn(code).replace(/(.{4})(?=.)/g, "$1-");
}
