import { Switch } from "../../components/field";
import { ListSection } from "../../components/list_section";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { changeGame, type GameView, tableOf } from "../../store";
import { HOUSE_RULES } from "../house_rules";
import { VARIANTS, variantOptions } from "../variants";
import { withUndo } from "../with_undo";
import { nextRound } from "./next_round";
import { GamePhases } from "./phases";

interface Props {
  view: GameView;
  mayChange: boolean;
}

/** How the game is played: house rules at any time, the rest before the first round. */
export function Settings({ view: { game, unchecked }, mayChange }: Props) {
  const begun = nextRound(game, unchecked.length) > 1;
  const table = tableOf(game.id).value;
  const isLate = !game.turns_logged && (table?.plays.length ?? 0) > 0;
  const open = mayChange && !begun && game.status === "playing";
  return (
    <ListSection title={t("How it is played")}>
      <div class="section">
        {open ? (
          <Segmented
            legend={t("How it ends")}
            tall
            options={variantOptions()}
            value={game.variant}
            onChange={(variant) =>
              void withUndo(changeGame(game.id, { variant }), VARIANTS[variant].title())
            }
          />
        ) : (
          <div>
            <p class="menu-label">{t("How it ends")}</p>
            <p>{VARIANTS[game.variant].title()}</p>
            <p class="faint small">{VARIANTS[game.variant].hint()}</p>
          </div>
        )}
        {HOUSE_RULES.filter(({ matters }) => matters(game)).map(({ rule, title, hint, usual }) => (
          <Switch
            key={rule}
            label={title()}
            hint={hint()}
            on={game.house_rules[rule] ?? usual}
            disabled={!mayChange || game.totals_only}
            onChange={(on) =>
              void withUndo(
                changeGame(game.id, { house_rules: { [rule]: on } }),
                on
                  ? t("Switched on: {rule}", { rule: title() })
                  : t("Switched off: {rule}", { rule: title() }),
              )
            }
          />
        ))}
        <Switch
          label={t("Log every turn")}
          hint={
            isLate
              ? t("Possible again with an empty table: there are plays on it already.")
              : t(
                  "On the live table, each with its draw, so that the referee knows whose turn it is.",
                )
          }
          on={game.turns_logged}
          disabled={!mayChange || game.status !== "playing" || isLate}
          onChange={(turns_logged) =>
            void withUndo(
              changeGame(game.id, { turns_logged }),
              turns_logged ? t("Every turn is logged now") : t("Turns are not logged any more"),
            )
          }
        />
        {mayChange && begun && (
          <p class="faint">
            {t(
              "The Phases, the seats and how the game ends cannot be changed after the first round.",
            )}
          </p>
        )}
      </div>
      <GamePhases game={game} open={open} />
    </ListSection>
  );
}
