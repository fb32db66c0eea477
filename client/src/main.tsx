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
import { inTime } from "./timing";
import { startUpdates } from "./update";

/** How long the first screen waits for its language; then it begins in English. */
const LANGUAGE_MS = 1_500;

const root = document.getElementById("app");
if (root) {
  await openStore();
  await inTime(LANGUAGE_MS, followSettings());
  followLanguage({ saveForm, savedForm });
  render(<App />, root);
  startRouter(ROUTES);
  keepFocus(document.body);
  ignoreStrayTaps(globalThis);
  void startUpdates();
  loadRulesWhenIdle(settings.peek().dataSaver);
}
