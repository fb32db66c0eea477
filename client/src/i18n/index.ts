/**
 * Texts in the person's language, as gettext does it: the English text is the key, and
 * `client/locale/*.po` has the translations. English needs no catalog.
 */

import { batch, signal } from "@preact/signals";
import { numbers } from "./formatters";

export type Language = "en" | "de" | "es" | "fr";
type Catalog = Readonly<Record<string, readonly string[]>>;
type Values = Readonly<Record<string, string | number>>;

const CONTEXT = "\u0004"; // between context and text, as in gettext's own files

export const language = signal<Language>("en");
const catalog = signal<Catalog>({});

/** How numbers and dates are written: as the phone's own region does, if it speaks the language. */
export function locale(): string {
  const regional = globalThis.navigator?.languages;
  return regional?.find((tag) => tag.split("-")[0] === language.value) ?? language.value;
}

/** How days are written: the server, which knows no regions, writes them in the same order. */
export function dayLocale(): string {
  return language.value === "en" ? "en-GB" : locale();
}

/** A text, with each `{name}` replaced. */
export function t(text: string, values?: Values): string {
  return filled(catalog.value[text]?.[0] || text, values);
}

/** A text that depends on a number, which is also its `{count}`: no line ends with it. */
export function tn(one: string, many: string, count: number, values?: Values): string {
  const forms = catalog.value[one];
  const form = forms?.[pluralForm(count)] || (count === 1 ? one : many);
  return filled(form.replace("{count} ", "{count}\u00a0"), {
    count: numbers(locale(), {}).format(count),
    ...values,
  });
}

/** A text that needs a context to be translated, such as "verb". */
export function tc(context: string, text: string, values?: Values): string {
  return filled(catalog.value[context + CONTEXT + text]?.[0] || text, values);
}

/** The languages of the client, each by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
};

const CATALOGS: Readonly<Record<Exclude<Language, "en">, () => Promise<{ default: Catalog }>>> = {
  de: () => import("../../locale/de.po"),
  es: () => import("../../locale/es.po"),
  fr: () => import("../../locale/fr.po"),
};

/** The first of the phone's languages that there is; English otherwise. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const codes = wanted.map((tag) => tag.toLowerCase().split("-")[0] as Language);
  return codes.find((code) => code in LANGUAGES) ?? "en";
}

let wanted: Language = "en";

/** Use a language from now on, once its catalog is here. Without a network that may fail: then nothing changes. */
export async function useLanguage(next: Language): Promise<void> {
  wanted = next;
  const texts = next === "en" ? {} : (await CATALOGS[next]()).default;
  if (wanted !== next) return; // another one was chosen meanwhile
  batch(() => {
    catalog.value = texts;
    language.value = next;
  });
  document.documentElement.lang = next;
}

/** Two forms suffice for our languages; French counts 0 as one. */
function pluralForm(count: number): number {
  return language.value === "fr" ? Number(count > 1) : Number(count !== 1);
}

function filled(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isolated(String(values[name] ?? whole)),
  );
}

const OTHER_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A name whose writing direction, if it is another one, leaves the sentence around it alone. */
export function isolated(name: string): string {
  return OTHER_DIRECTION.test(name) ? `\u2068${name}\u2069` : name;
}
