/** Says the order of the CSS layers in each stylesheet: whichever is loaded first decides it. */

import type { Plugin } from "vite";

const ORDER = "@layer reset, tokens, base, components, screens;";

export function layers(): Plugin {
  return {
    name: "tableside:layers",
    enforce: "pre",
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? `${ORDER}\n${code}` : null),
  };
}
