import { BarChart } from "../../components/charts/bar_chart";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";
import { amountWords } from "./words";

interface Props {
  group: string;
  /** Whose opponents they are. */
  player: string;
  name: string;
  pairs: readonly Schemas["MatrixPair"][];
}

/** How often a player was ahead of each opponent, and behind. */
export function Opponents({ group, player, name, pairs }: Props) {
  if (pairs.length === 0) return <p class="faint">{t("No game with anybody else yet.")}</p>;
  return (
    <BarChart
      title={t("{name} against the others", { name })}
      of={t("Against")}
      value={t("Ahead")}
      compared={t("Behind")}
      rows={pairs.map(({ opponent, games, ahead, behind }) => ({
        id: opponent.id,
        label: (
          <a href={`/group/${group}/head-to-head/${player}/${opponent.id}`}>
            <bdi>{opponent.name}</bdi>
          </a>
        ),
        detail: amountWords(games, "games"),
        value: ahead,
        valueWords: numberWords(ahead),
        compared: behind,
        comparedWords: numberWords(behind),
      }))}
    />
  );
}
