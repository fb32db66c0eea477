import { t } from "../i18n";
import "./handicap.css";
import { type Handicap, handicapWords } from "./handicap_words";
import { Tag } from "./tag";

/** Beside the name of a player who began with a handicap; games from before these have none. */
export function HandicapTag({ of }: { of: { handicap?: Handicap | null } }) {
  return of.handicap ? (
    <Tag>
      <span class="handicap-words">
        {t("handicap: {what}", { what: handicapWords(of.handicap) })}
      </span>
      <span class="handicap-short" aria-hidden="true">
        {t("handicap")}
      </span>
    </Tag>
  ) : null;
}
