import { useState } from "preact/hooks";
import { Question } from "../../components/dialog";
import { Notice } from "../../components/notice";
import { Select } from "../../components/select";
import { t, tn } from "../../i18n";
import { mergePlayers, type Schemas } from "../../store";
import { withUndo } from "../with_undo";
import { type ListedGame, sharedGames } from "./game_list";

interface Props {
  player: Schemas["GroupPlayer"];
  others: readonly Schemas["GroupPlayer"][];
  games: readonly ListedGame[];
  onClose: () => void;
}

/** Merge two players who are one person: it cannot be undone, so it says first what it means. */
export function MergeForm({ player, others, games, onClose }: Props) {
  const [into, setInto] = useState(others[0]?.id ?? "");
  const other = others.find(({ id }) => id === into);
  const values = { gone: player.name, into: other?.name ?? "" };
  const shared = sharedGames(games, player.id, into).length;
  const twoPeople = player.user && other?.user && player.user.id !== other.user.id;
  const own = games.filter(({ players }) => players.some(({ id }) => id === player.id)).length;
  const possible = other && shared === 0 && !twoPeople;
  const merge = () => {
    onClose();
    void withUndo(mergePlayers(player.id, into), t("{gone} is {into} from now on", values));
  };
  return (
    <Question
      title={t("Who is {name}?", { name: player.name })}
      yes={t("Merge the two")}
      disabled={!possible}
      onYes={merge}
      onClose={onClose}
    >
      <Select
        label={t("The same person as")}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={into}
        onChange={setInto}
      />
      {shared > 0 ? (
        <Notice tone="no" title={t("They are not one person.")}>
          {tn(
            "{gone} and {into} sat at the same table in {count} game.",
            "{gone} and {into} sat at the same table in {count} games.",
            shared,
            values,
          )}
        </Notice>
      ) : twoPeople ? (
        <Notice tone="no" title={t("They are not one person.")}>
          {t("Two different members have said that they are {gone} and {into}.", values)}
        </Notice>
      ) : (
        <Notice title={t("This cannot be undone.")}>
          {tn(
            "{count} known game of {gone} becomes a game of {into}.",
            "{count} known games of {gone} become games of {into}.",
            own,
            values,
          )}{" "}
          {t("The name {gone} disappears from all score sheets.", values)}
        </Notice>
      )}
    </Question>
  );
}
