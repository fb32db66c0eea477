import { useSignalEffect } from "@preact/signals";
import { Announcer } from "./components/announcer";
import { Banners } from "./components/banners";
import { Boundary, Unloaded } from "./components/mishap";
import { language, preferredLanguage, useLanguage } from "./i18n";
import { current, unloaded } from "./router";
import { settings } from "./store";

/** The screen in view, and what belongs to all of them. */
export function App() {
  useSignalEffect(() => void followSettings());
  return (
    <>
      <Banners />
      <Shown />
      <Announcer />
    </>
  );
}

function Shown() {
  if (unloaded.value) return <Unloaded again={unloaded.value} />;
  if (!current.value) return null;
  const { Screen, params, path } = current.value;
  return (
    <Boundary of={path}>
      <Screen key={path} params={params} />
    </Boundary>
  );
}

/** Show the page as the person wants it: theme, size of text, language. */
export async function followSettings(): Promise<void> {
  const { theme, textSize, language: chosen } = settings.value;
  const { style } = document.documentElement;
  style.colorScheme = theme === "auto" ? "" : theme; // else the phone decides
  style.fontSize = `${textSize}%`; // everything is measured in rem
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-theme]")) {
    const own = meta.dataset.theme;
    meta.media =
      theme === "auto" ? `(prefers-color-scheme: ${own})` : own === theme ? "all" : "not all";
  }
  const wanted = chosen ?? preferredLanguage();
  if (wanted !== language.peek()) await useLanguage(wanted).catch(() => {}); // not without a network
}
