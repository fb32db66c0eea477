import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { EmptyState } from "../components/empty_state";
import { Screen } from "../components/screen";
import { t } from "../i18n";
import { type GameView, gameOf, network, openGame } from "../store";
import { usePatience } from "./use_patience";

interface Props {
  id: string | undefined;
  /** The title as long as the game is not there. */
  title: string;
  /** What is followed besides the game. */
  besides?: "draft" | "table";
  children: (view: GameView) => ComponentChildren;
}

/** A screen about a game, which is followed live as long as the screen is open. */
export function OpenedGame({ id = "", title, besides = "draft", children }: Props) {
  useEffect(() => openGame(id, besides), [id]);
  const view = useMemo(() => gameOf(id), [id]).value;
  const waited = usePatience(view !== undefined);
  if (view) return <>{children(view)}</>;
  return (
    <Screen title={title} up="/">
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
}
