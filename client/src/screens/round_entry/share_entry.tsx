import { Button } from "../../components/button";
import { t } from "../../i18n";
import { type Game, groupOf, network, startDraft } from "../../store";

/** The way to let each phone enter its own points, where there are several. It takes a network. */
export function ShareEntry({ game, number }: { game: Game; number: number }) {
  const group = groupOf(game.group);
  if (!network.value || (group.value?.members.length ?? 0) < 2) return null;
  return (
    <Button small onClick={() => void startDraft(game.id, number)}>
      {t("Each phone enters its own")}
    </Button>
  );
}
