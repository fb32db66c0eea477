import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { GameView } from "../../store";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { useGroup } from "../use_group";
import { Ending } from "./ending";
import { Players } from "./players";
import { Settings } from "./settings";

/** Everything about a game that is not a round: its players, its rules, its end. */
export default aboutGame(() => t("This game"), Menu);

function Menu({ view }: { view: GameView }) {
  const { game } = view;
  const group = useGroup(game.group);
  const address = `/g/${game.id}`;
  const mayChange = mayScore(game.my_role);
  return (
    <Screen title={t("This game")} up={address}>
      <Players view={view} group={group} mayChange={mayChange} />
      <Settings view={view} mayChange={mayChange} />
      <ListSection title={t("More")}>
        <List>
          {!game.totals_only && (
            <ListRow
              title={t("Live table")}
              detail={t("Who has laid down what, and what fits it")}
              href={`${address}/table`}
            />
          )}
          <ListRow title={t("Rounds")} href={`${address}/rounds`} />
          <ListRow
            title={t("Charts")}
            detail={t("Points by round, and the race through the Phases")}
            href={`${address}/chart`}
          />
          <ListRow
            title={t("History")}
            detail={t("Who changed what")}
            href={`${address}/history`}
          />
          <ListRow
            title={t("Share")}
            detail={t("Watch link, score sheet")}
            href={`${address}/share`}
          />
          <ListRow title={group?.name ?? t("The group")} href={`/group/${game.group}`} />
        </List>
      </ListSection>
      <Ending view={view} />
    </Screen>
  );
}
