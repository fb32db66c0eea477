import { render } from "preact";
import { App, followSettings } from "./app";
import { keepFocus } from "./components/kept_focus";
import { ignoreStrayTaps } from "./components/touch";
import { startRouter } from "./router";
import { ROUTES } from "./routes";
import { loadRulesWhenIdle } from "./rules";
import { openStore, savedForm, saveForm, settings } from "./store";
import { followLanguage } from "./store/editions";
import "./theme/theme.css";
import { startUpdates } from "./update";

/** How long the first screen waits for its language; then it begins in English. */
const LANGUAGE_MS = 1_500;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

const root = document.getElementById("app");
if (root) {
  await openStore();
  await Promise.race([followSettings(), pause(LANGUAGE_MS)]);
  followLanguage({ saveForm, savedForm });
  render(<App />, root);
  startRouter(ROUTES);
  keepFocus(document.body);
  ignoreStrayTaps(globalThis);
  void startUpdates();
  loadRulesWhenIdle(settings.peek().dataSaver);
}
