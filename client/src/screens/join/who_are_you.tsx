import { useEffect } from "preact/hooks";
import { Button } from "../../components/button";
import { List, ListRow } from "../../components/list";
import { doneWords } from "../../components/phase";
import { Screen } from "../../components/screen";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { go } from "../../router";
import type { Schemas } from "../../server/problems";
import { account, type Group, gameOf, groupOf, openGame } from "../../store";
import { sameName } from "../../store/typed/names";
import { useAsking, WhyNot } from "../asking";
import { claim, waitingClaim } from "../group/claim";

/** What is known of a player at once, and a moment later. */
type Standing = Schemas["SeatedPlayer"] & Partial<Schemas["PlayerStanding"]>;

interface Props {
  group: Group;
  /** The game that is being played. */
  game: Schemas["GameSummary"] | null;
}

/** After joining: which of these players has this phone? The game is already there to see. */
export function WhoAreYou({ group: joined, game: summary }: Props) {
  const game = summary?.id ?? null;
  const group = groupOf(joined.id).value ?? joined;
  const shown = gameOf(game ?? "").value?.game;
  const asking = useAsking();
  const next = game ? `/g/${game}` : `/group/${joined.id}`;
  const open = unclaimed(
    group,
    shown?.players ?? summary?.players ?? [],
    account.value?.name ?? "",
  );
  const nothingToAsk =
    open.length === 0 || group.players.some(({ is_me }) => is_me) || waitingClaim(group) !== null;

  useEffect(() => (game ? openGame(game) : undefined), [game]);
  useEffect(() => {
    if (nothingToAsk) go(next, { replace: true });
  }, [nothingToAsk, next]);

  async function choose(player: string) {
    const done = await asking.ask(async () => {
      if (!(await claim(group, player))) return;
      const name = group.players.find(({ id }) => id === player)?.name ?? "";
      const text = t("Somebody who keeps the score has to approve that you are {name}", { name });
      tell(text, {}, next);
    });
    if (done) go(next, { replace: true });
  }

  if (nothingToAsk) return null;
  return (
    <Screen
      title={group.name}
      foot={
        <Button busy={asking.busy} onClick={() => go(next, { replace: true })}>
          {game ? t("None of them: show the game") : t("None of them")}
        </Button>
      }
    >
      <div class="section">
        <h2>{t("Which of these players are you?")}</h2>
        <p class="faint">
          {t("Then you can enter your own points, and your games count as yours.")}
        </p>
        <WhyNot asking={asking} />
      </div>
      <List label={t("Players")}>
        {open.map(({ player, standing }) => (
          <ListRow
            key={player.id}
            of={player}
            title={<bdi>{player.name}</bdi>}
            detail={standing && standingWords(standing, shown?.phases.length ?? 0)}
            end={standing && <span class="number">{numberWords(standing.total)}</span>}
            onPress={() => void choose(player.id)}
          />
        ))}
      </List>
    </Screen>
  );
}

/** Which Phase somebody is on, or how many of all are done. */
export function standingWords({ phase, completed }: Standing, phases: number): string {
  if (phase === undefined) return "\u00a0"; // nothing moves under the finger when it comes
  return phase === null
    ? doneWords(completed ?? null, phases)
    : t("Phase {number}", { number: phase });
}

/** Players whom nobody has claimed: my namesake first, then those at the table. */
function unclaimed(group: Group, standings: readonly Standing[], me: string) {
  const order = ({ id, name }: Schemas["GroupPlayer"]) => {
    if (sameName(name, me)) return -1;
    const seat = standings.findIndex((standing) => standing.id === id);
    return seat < 0 ? standings.length : seat;
  };
  return group.players
    .filter(({ user, has_left }) => user === null && !has_left)
    .sort((one, other) => order(one) - order(other))
    .map((player) => ({ player, standing: standings.find(({ id }) => id === player.id) }));
}
