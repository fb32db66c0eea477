import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { listed } from "../../i18n/names";
import type { Consequence, Game } from "../../store/actions/actions";
import { differenceOf, type GameDifference, type Pair } from "./difference";
import "./effects.css";

interface Props {
  before: Game;
  after: Game;
  consequences: readonly Consequence[];
}

/** What a correction changes besides its own round: the end, later rounds, totals and Phases. */
export function Effects({ before, after, consequences }: Props) {
  const difference = differenceOf(before, after);
  const end = endInWords(difference, after);
  return (
    <div class="section">
      {end && <Notice tone="no" title={end} />}
      {consequences.length > 0 && (
        <Notice tone="no" title={t("Later rounds")}>
          <ul class="effects-list">
            {consequences.map(({ round, effect, message }) => (
              <li key={`${round} ${message}`}>
                {effect === "doubtful" && <strong>{t("Round {round}", { round })}</strong>}{" "}
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {difference.players.length > 0 ? (
        <Standings difference={difference} />
      ) : (
        <p>{t("Totals and Phases stay as they are.")}</p>
      )}
    </div>
  );
}

function endInWords({ end, winners }: GameDifference, after: Game): string | null {
  const round = after.rounds.length;
  const names = listed(winners);
  switch (end) {
    case null:
      return null;
    case "goes_on":
      return t("The game is not over any more: it goes on after round {round}.", { round });
    case "ends":
      return t("The game ends with round {round}. It is won by {names}.", { round, names });
    case "other_winners":
      return t("The game is now won by {names}.", { names });
  }
}

function Standings({ difference }: { difference: GameDifference }) {
  return (
    <table class="effects">
      <caption>{t("What changes for the players")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Player")}</th>
          <th scope="col">{t("Total")}</th>
          <th scope="col">{t("Phase")}</th>
        </tr>
      </thead>
      <tbody>
        {difference.players.map(({ id, name, total, phase }) => (
          <tr key={id}>
            <th scope="row">
              <bdi class="cut">{name}</bdi>
            </th>
            <td>
              <Change pair={[String(total[0]), String(total[1])]} />
            </td>
            <td>
              <Change pair={[phaseInWords(phase[0]), phaseInWords(phase[1])]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Before and after; only one of them if they are the same. */
export function Change({ pair: [before, after] }: { pair: Pair<string> }) {
  if (before === after) return <span class="number">{after}</span>;
  return (
    <span class="change">
      <span class="visually-hidden">{t("before")}</span>
      <s class="number faint">{before}</s>
      <span aria-hidden="true"> → </span>
      <span class="visually-hidden">{t("now")}</span>
      <strong class="number">{after}</strong>
    </span>
  );
}

function phaseInWords(phase: number | null): string {
  return phase === null ? t("done") : String(phase);
}
