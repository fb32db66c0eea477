import { po } from "gettext-parser";
import type { Plugin } from "vite";

type Catalog = Record<string, string[]>;

/** What the client needs of a gettext catalog: its translations by context and text. */
export function catalogOf(source: string): Catalog {
  const catalog: Catalog = {};
  for (const [context, texts] of Object.entries(po.parse(source).translations)) {
    for (const { msgid, msgstr, comments } of Object.values(texts)) {
      // A fuzzy translation may be wrong: better the English text.
      if (!msgid || comments?.flag?.includes("fuzzy") || !msgstr.every(Boolean)) continue;
      catalog[context ? `${context}\u0004${msgid}` : msgid] = msgstr;
    }
  }
  return catalog;
}

/** Import `.po` files as catalogs, one chunk for each language. */
export function catalogs(): Plugin {
  return {
    name: "catalogs",
    transform: {
      filter: { id: /\.po$/ },
      handler: (source) => ({
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogOf(source)))});`,
        map: null,
        moduleType: "js",
      }),
    },
  };
}
