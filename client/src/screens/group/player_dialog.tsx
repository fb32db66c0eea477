import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Rename } from "../../components/rename";
import { t } from "../../i18n";
import {
  changePlayer,
  deletePlayer,
  type Group,
  type Schemas,
  type Stored,
  storeGroup,
} from "../../store";
import { useAsking, WhyNot } from "../asking";
import { FaceDialog } from "../faces/face_dialog";
import { mayScore, ownsGroup } from "../roles";
import { withUndo } from "../with_undo";
import { claim, release, takeClaimBack, waitingClaim } from "./claim";
import type { ListedGame } from "./game_list";
import { MergeForm } from "./merge_form";

type Player = Schemas["GroupPlayer"];

interface Props {
  group: Group;
  player: Player;
  /** The other players of the group. */
  others: readonly Player[];
  games: readonly ListedGame[];
  onClose: () => void;
}

/** What can be done about a player: another name, is me, has left, is somebody else, delete. */
export function PlayerDialog({ group, player, others, games, onClose }: Props) {
  const [merging, setMerging] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const asking = useAsking();
  const mayChange = mayScore(group.my_role);
  const played = games.some(({ players }) => players.some(({ id }) => id === player.id));
  const who = { name: player.name };

  /** Close, and do it; those who have left are not among the players that a phone is told. */
  const close = async (act: () => Promise<Stored>, text: string) => {
    onClose();
    if (!group.players.some(({ id }) => id === player.id)) {
      await storeGroup({ ...group, players: [...group.players, player] });
    }
    await withUndo(act(), text);
  };
  const rename = (name: string) =>
    close(
      () => changePlayer(player.id, { name }),
      t("{old} is now called {name}", { old: who.name, name }),
    );
  const setLeft = (has_left: boolean) =>
    close(
      () => changePlayer(player.id, { has_left }),
      has_left ? t("{name} has left the group", who) : t("{name} is back", who),
    );
  const show = (face: Pick<Player, "color" | "sign">) =>
    close(() => changePlayer(player.id, face), t("{name} has a new face", who));
  const waits = waitingClaim(group)?.id === player.id;
  const say = async (work: () => Promise<unknown>) => {
    if (await asking.ask(work)) onClose();
  };

  if (merging) {
    return <MergeForm player={player} others={others} games={games} onClose={onClose} />;
  }
  if (choosing) {
    return (
      <FaceDialog
        player={player}
        others={others}
        onTake={(face) => void show(face)}
        onClose={() => setChoosing(false)}
      />
    );
  }
  return (
    <Dialog title={player.name} onClose={onClose}>
      <WhyNot asking={asking} />
      {played && (
        <ButtonLink href={`/group/${group.id}/player/${player.id}`}>{t("Statistics")}</ButtonLink>
      )}
      {(mayChange || player.is_me) && (
        <Button onClick={() => setChoosing(true)}>{t("Color and sign")}</Button>
      )}
      {mayChange && (
        <Rename
          label={t("Name")}
          name={player.name}
          autocapitalize="words"
          onRename={(name) => void rename(name)}
        />
      )}
      {player.user && !player.is_me && (
        <p>{t("This is {name}, a member of the group.", { name: player.user.name })}</p>
      )}
      {!player.user && waits && (
        <>
          <p>
            {t(
              "You say that this is you. It waits for the approval of somebody who keeps the score.",
            )}
          </p>
          <Button
            busy={asking.busy}
            onClick={() => void say(() => takeClaimBack(group, player.id))}
          >
            {t("This is not me")}
          </Button>
        </>
      )}
      {!player.user && !waits && (
        <Button busy={asking.busy} onClick={() => void say(() => claim(group, player.id))}>
          {t("This is me")}
        </Button>
      )}
      {player.user && (player.is_me || ownsGroup(group.my_role)) && (
        <Button busy={asking.busy} onClick={() => void say(() => release(group, player.id))}>
          {player.is_me ? t("This is not me") : t("This is somebody else")}
        </Button>
      )}
      {mayChange && (
        <>
          <Button onClick={() => void setLeft(!player.has_left)}>
            {player.has_left ? t("Is back in the group") : t("Has left the group")}
          </Button>
          {others.length > 0 && (
            <Button onClick={() => setMerging(true)}>{t("Is the same person as …")}</Button>
          )}
          {!played && (
            <Button
              kind="danger"
              onClick={() => void close(() => deletePlayer(player.id), t("{name} deleted", who))}
            >
              {t("Delete: never played")}
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}
