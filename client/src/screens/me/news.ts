import { t } from "../../i18n";

/** The release that `news` tells of; `make release` checks it. */
export const NEWS_OF = "1.1.0";

export function news(): string[] {
  return [
    t("Everybody has a face: a color and a sign, in every list of players."),
    t("A game ends with a screen of its own, and a picture to send."),
    t("The referee asks for colors only where they matter, and can read its verdict aloud."),
    t("What luck explains is no longer called a strength, a nemesis or a hard Phase."),
    t("Seasons: a group can start over without losing anything."),
  ];
}
