import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { t, tn } from "../../i18n";
import type { Params } from "../../router";
import type { Schemas } from "../../store";
import { useAnswer } from "../statistics/answers";
import { headToHead } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";
import "./head_to_head.css";
import { matrixOf } from "./matrix";

/** How often everyone was ahead of everyone else. */
export default function HeadToHeadScreen({ params: { group: id = "" } }: { params: Params }) {
  const answer = useAnswer(headToHead(id), useGroup(id)?.event);
  return (
    <Screen title={t("Head to head")} up={`/group/${id}/leaderboard`} upLabel={t("Leaderboard")}>
      <Answered answer={answer}>
        {({ head_to_head: { pairs } = { pairs: [] } }) =>
          pairs.length > 0 ? (
            <ListSection
              title={t("Everyone against everyone")}
              hint={t(
                "How often the player at the left finished before the one above, and how often after. A frame marks who was ahead more often than luck explains.",
              )}
            >
              <MatrixTable group={id} pairs={pairs} />
            </ListSection>
          ) : (
            <EmptyState title={t("No game is over yet")}>
              <p>{t("Players are compared once a game has been played to its end.")}</p>
              <ButtonLink href={`/group/${id}`}>{t("To the games")}</ButtonLink>
            </EmptyState>
          )
        }
      </Answered>
    </Screen>
  );
}

function MatrixTable({ group, pairs }: { group: string; pairs: readonly Schemas["MatrixPair"][] }) {
  const { players, rows } = matrixOf(pairs);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="matrix-scroll" aria-label={t("Everyone against everyone")} tabIndex={0}>
      <table class="matrix">
        <caption class="visually-hidden">{t("Everyone against everyone")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{t("Player")}</span>
            </th>
            {players.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi class="matrix-name two-lines">{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map(({ id, name }, row) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/group/${group}/player/${id}`}>
                  <bdi class="matrix-name two-lines">{name}</bdi>
                </a>
              </th>
              {players.map((opponent, column) => (
                <Cell key={opponent.id} group={group} pair={rows[row]?.[column] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ group, pair }: { group: string; pair: Schemas["MatrixPair"] | null }) {
  if (!pair) {
    return (
      <td class="faint">
        <span aria-hidden="true">·</span>
      </td>
    );
  }
  const { player, opponent, games, ahead, behind, stands_out } = pair;
  return (
    <td>
      <a class="matrix-cell" href={`/group/${group}/head-to-head/${player.id}/${opponent.id}`}>
        <span class="matrix-score number" data-ahead={stands_out === "ahead" || undefined}>
          {ahead}
          <span aria-hidden="true">:</span>
          <span class="visually-hidden"> {t("to")} </span>
          {behind}
        </span>
        <span class="matrix-games">{tn("{count} game", "{count} games", games)}</span>
      </a>
    </td>
  );
}
