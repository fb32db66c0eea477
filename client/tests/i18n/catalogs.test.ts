import { expect, test } from "vitest";
import { catalogOf } from "../../build/catalogs";

const PO = `
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Deal"
msgstr "Geben"

#, fuzzy
msgid "New game"
msgstr "Altes Spiel"

msgid "Rounds"
msgstr ""

msgctxt "verb"
msgid "Deal"
msgstr "Gib"

msgid "{count} round"
msgid_plural "{count} rounds"
msgstr[0] "{count} Runde"
msgstr[1] "{count} Runden"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} Karte"
msgstr[1] ""
`;

test("a catalog has what is translated, and nothing that is fuzzy or half done", () => {
  expect(catalogOf(PO)).toEqual({
    Deal: ["Geben"],
    "verb\u0004Deal": ["Gib"],
    "{count} round": ["{count} Runde", "{count} Runden"],
  });
});
