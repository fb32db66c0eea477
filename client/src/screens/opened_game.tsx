import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { EmptyState } from "../components/empty_state";
import { Screen } from "../components/screen";
import { t } from "../i18n";
import type { Params } from "../router";
import { type GameView, gameOf, network, openGame } from "../store";
import { usePatience } from "./use_patience";

/**
 * A screen about a game, which is followed live as long as the screen is open; `besides` says what is
 * followed, too. `title` is shown as long as the game is not there.
 */
export function aboutGame(
  title: (params: Params) => string,
  Content: ComponentType<{ view: GameView; params: Params }>,
  besides: "draft" | "table" = "draft",
) {
  return function OpenedGame({ params }: { params: Params }) {
    const { game: id = "" } = params;
    useEffect(() => openGame(id, besides), [id]);
    const view = gameOf(id).value;
    const waited = usePatience(view !== undefined);
    if (view) return <Content view={view} params={params} />;
    return (
      <Screen title={title(params)} up="/">
        {network.value ? (
          waited ? (
            <EmptyState title={t("This game is not here")}>
              <p>{t("It was deleted, or belongs to a group that you are not in.")}</p>
            </EmptyState>
          ) : (
            <EmptyState title={t("Looking for this game …")} />
          )
        ) : (
          <EmptyState title={t("This game is not on this phone")}>
            <p>{t("It appears once the server can be reached.")}</p>
          </EmptyState>
        )}
      </Screen>
    );
  };
}
