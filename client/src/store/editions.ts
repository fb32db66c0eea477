/** The editions: cards, Phases, house rules. English comes with the client, other languages later. */

import builtIn from "virtual:editions";
import { effect, signal } from "@preact/signals";
import { type Language, language } from "../i18n";
import { ask, orNull } from "../rules";
import type { Schemas } from "./actions/actions";

export type EditionName = Schemas["EditionName"];
export type Edition = Schemas["EditionDetail"];
type Editions = Readonly<Record<EditionName, Edition>>;

/** As they are offered: the one that most people have comes first. */
export const EDITION_NAMES: readonly EditionName[] = ["classic", "flip", "express"];

const known = signal<Editions>(builtIn);

/** An edition in the person's language; in English until the phone has asked once. */
export function editionOf(name: EditionName): Edition {
  return known.value[name];
}

/** Where the editions in the person's language are stored for the next start. */
interface Forms {
  saveForm(name: string, value: unknown): Promise<void>;
  savedForm<T>(name: string): Promise<T | undefined>;
}

/** Tell the editions in the person's language, whichever that is, from now on. */
export function followLanguage(forms: Forms): () => void {
  return effect(() => {
    void load(language.value, forms);
  });
}

async function load(wanted: Language, { saveForm, savedForm }: Forms): Promise<void> {
  if (wanted === "en") {
    known.value = builtIn;
    return;
  }
  const form = `editions/${wanted}`;
  const local = await savedForm<Editions>(form);
  if (local && language.peek() === wanted) known.value = local;
  const asked = await askAll();
  if (!asked || language.peek() !== wanted) return;
  known.value = asked;
  await saveForm(form, asked);
}

/** All editions by the rules or the server; null if neither can tell. */
async function askAll(): Promise<Editions | null> {
  let found = builtIn;
  for (const edition of EDITION_NAMES) {
    const answer = await orNull(ask("edition", { edition }));
    if (!answer?.data) return null;
    found = { ...found, [edition]: answer.data };
  }
  return found;
}
