import { useState } from "preact/hooks";
import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { useRead } from "../../components/use_read";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { type Group, games, network, type Schemas } from "../../store";
import { MissingGroup } from "../missing_group";
import { mayScore, ownsGroup } from "../roles";
import { useAnswer } from "../statistics/answers";
import { ALL, leaderboard } from "../statistics/questions";
import { useGroup } from "../use_group";
import { usePatience } from "../use_patience";
import { GamesAsFiles } from "./files";
import { listsOf } from "./game_list";
import { CurrentGames, DeletedGames, EarlierGames } from "./games";
import { GroupSettings } from "./group_settings";
import "./group.css";
import { GroupLeaderboard } from "./group_leaderboard";
import { Members } from "./members";
import { Players } from "./players";
import { readGames, rememberedGames } from "./read_games";

/** A group: its games, its people, and what can be done about them. */
export default function GroupScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  if (group) return <GroupPage group={group} />;
  return (
    <Screen title={t("Group")} up="/">
      <MissingGroup />
    </Screen>
  );
}

function GroupPage({ group }: { group: Group }) {
  const mayChange = mayScore(group.my_role);
  const isSent = group.event > 0; // before that, the server does not know it
  const best = useAnswer(isSent ? leaderboard(group.id, ALL) : null, group.event);
  const listed = useListedGames(group);
  const goesOn = usePatience(listed !== null && (best.value !== null || best.state !== "reading"));
  const lists = listsOf(group.id, games.value, listed ?? []);
  const known = [...lists.current, ...lists.over, ...lists.archived];
  return (
    <Screen
      title={group.name}
      up="/"
      foot={
        mayChange && (
          <ButtonLink kind="main" href={`/new/${group.id}`}>
            {t("New game")}
          </ButtonLink>
        )
      }
    >
      <CurrentGames games={lists.current} />
      {goesOn ? (
        <>
          {best.value && <GroupLeaderboard group={group} {...best.value} />}
          <EarlierGames lists={lists} isListed={listed !== null} />
          <Players group={group} games={known} />
          <ListSection title={t("This group")}>
            <Members group={group} />
            <GamesAsFiles group={group} />
            <GroupSettings group={group} games={known.length} />
            {ownsGroup(group.my_role) && <DeletedGames group={group} />}
          </ListSection>
        </>
      ) : (
        // Below games it would be pushed down with each that comes in.
        lists.current.length === 0 && <EmptyState title={t("Reading …")} />
      )}
    </Screen>
  );
}

/** The games that the server lists, read again when something happens; null until it has answered. */
function useListedGames(group: Group): Schemas["GameSummary"][] | null {
  const [summaries, setSummaries] = useState<Schemas["GameSummary"][] | null>(null);
  const show = (answer: Schemas["GameSummary"][] | null) => answer && setSummaries(answer);
  const { id, event } = group;
  useRead(() => rememberedGames(id), show, [id]); // who comes back finds the place they left
  useRead(() => readGames(id), show, [id, event, network.value]);
  return summaries;
}
