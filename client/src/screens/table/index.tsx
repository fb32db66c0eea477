/** `/g/{game}/table`: what lies in front of whom in the round in play. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button, ButtonLink, ButtonRow } from "../../components/button";
import { Card } from "../../components/card";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { SideTag, sideOf } from "../../components/side_tag";
import { useStayAwake } from "../../components/stay_awake";
import { useOneTap } from "../../components/touch";
import { t } from "../../i18n";
import { go } from "../../router";
import {
  draftOf,
  type Game,
  type GameView,
  groupOf,
  type LiveTable,
  newId,
  play,
  saveTyped,
  type TableGroup,
  tableOf,
  typedRound,
} from "../../store";
import { editionOf } from "../../store/editions";
import { beginRound, isUntouched, sayOut } from "../../store/typed/round";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { usePatience } from "../use_patience";
import { withUndo } from "../with_undo";
import { DiscardDialog } from "./discard_dialog";
import { DrawButtons } from "./draw_buttons";
import { HitDialog } from "./hit_dialog";
import { laidDownOn } from "./laid_down";
import { LayDownDialog } from "./lay_down_dialog";
import { NoteDialog } from "./note_dialog";
import { PlayerArea } from "./player_area";
import { Plays } from "./plays";
import { RefusedPlay } from "./refused_play";
import { playsBetween } from "./words";
import "./table.css";

export default aboutGame(() => t("Live table"), OnTable, "table");

/**
 * Say what other phones have played, and which side is in play then: from when it is known what
 * lies here, as whoever opens the table finds the rest on it.
 */
function usePlaysOfOthers(game: Game, table: LiveTable | null, isKnown: boolean): void {
  const before = useRef<LiveTable | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const words = before.current && table ? playsBetween(game, before.current, table) : "";
    if (words) announce(words);
    before.current = table;
  }, [table, isKnown]);
}

/** What is being tapped. */
type Tapped =
  | { do: "hit"; group: TableGroup }
  | { do: "lay down"; player: string }
  | { do: "discard" }
  | { do: "note" };

function OnTable({ view }: { view: GameView }) {
  const { game, trouble } = view;
  const table = tableOf(game.id).value;
  const [tapped, setTapped] = useState<Tapped | null>(null);
  // Before the server has told what lies here, there may be nothing: then nothing is on its way.
  const isTold = game.version === 0 || (table?.event ?? 0) > 0;
  const isEmpty = draftOf(game.id).value?.has_plays === false;
  const goesOn = usePatience(isTold || isEmpty);
  useStayAwake(game.status === "playing");
  usePlaysOfOthers(game, table, isTold || isEmpty);
  useEffect(() => {
    // Recorded on another phone: a play that was being tapped is not the next round's. A note can be.
    setTapped((now) => (now?.do === "note" ? now : null));
  }, [table?.round]);
  const up = `/g/${game.id}`;
  const refused = trouble && (
    <BroughtHere key={trouble.id}>
      <RefusedPlay view={view} trouble={trouble} />
    </BroughtHere>
  );
  if (!table) {
    return (
      <Screen title={t("Live table")} up={up}>
        {refused}
        <EmptyState title={t("Nobody knows yet who plays this round")}>
          <p>{t("The table is there once the rounds before are checked.")}</p>
        </EmptyState>
      </Screen>
    );
  }
  if (!goesOn) {
    return (
      <Screen title={t("Table of round {number}", { number: table.round })} up={up}>
        <EmptyState title={t("Reading …")} />
      </Screen>
    );
  }
  const mayPlay = mayScore(game.my_role) && table.round === game.next_round?.number;
  const side = sideOf(table);
  return (
    <Screen
      title={t("Table of round {number}", { number: table.round })}
      up={up}
      side={side ?? undefined}
      tags={<SideTag side={side} />}
      foot={
        mayPlay && (
          <Foot
            game={game}
            table={table}
            isAsked={trouble?.problem.code === "turned_over"}
            onDiscard={() => setTapped({ do: "discard" })}
          />
        )
      }
    >
      {refused}
      {table.groups.length === 0 && table.plays.length === 0 && (
        <p class="section faint">
          {game.turns_logged
            ? t("Nobody has laid down yet. Note every turn, from its draw to its discard.")
            : t(
                "Nobody has laid down yet. You need not note anything here: points count without it, too.",
              )}
        </p>
      )}
      <div class="areas">
        {table.players.map((player) => (
          <PlayerArea
            key={player.player}
            game={game}
            table={table}
            player={player}
            mayPlay={mayPlay}
            onHit={(group) => setTapped({ do: "hit", group })}
            onLayDown={() => setTapped({ do: "lay down", player: player.player })}
          />
        ))}
      </div>
      {table.top_discard && (
        <p class="row table-pile">
          <span>{t("On the discard pile")}</span>
          <Card card={table.top_discard} small />
        </p>
      )}
      <Plays game={game} table={table} mayPlay={mayPlay} />
      {mayPlay && (
        <div class="section table-note">
          <Button small onClick={() => setTapped({ do: "note" })}>
            {t("Write a note")}
          </Button>
        </div>
      )}
      {tapped && (
        <Tapping game={game} table={table} tapped={tapped} onClose={() => setTapped(null)} />
      )}
    </Screen>
  );
}

/** What has been refused comes to whoever played it, wherever they are on the screen. */
function BroughtHere({ children }: { children: ComponentChildren }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "center" });
    if (!document.querySelector("dialog[open]")) here.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={here} class="section" tabIndex={-1}>
      {children}
    </div>
  );
}

interface TappingProps {
  game: Game;
  table: LiveTable;
  tapped: Tapped;
  onClose: () => void;
}

function Tapping({ game, table, tapped, onClose }: TappingProps) {
  const by = useMemo(() => likelyPlayer(game, table), []);
  switch (tapped.do) {
    case "hit": {
      // As it lies now: somebody else may have hit it meanwhile, or taken it back.
      const group = table.groups.find(({ id }) => id === tapped.group.id) ?? tapped.group;
      const [down, ...others] = laidDownOn(table);
      const only = others.length === 0 ? down : null; // nobody else can hit
      const hitter = table.turn ?? only ?? by;
      return <HitDialog game={game} table={table} group={group} by={hitter} onClose={onClose} />;
    }
    case "lay down":
      return <LayDownDialog game={game} table={table} player={tapped.player} onClose={onClose} />;
    case "discard":
      return <DiscardDialog game={game} table={table} by={by} onClose={onClose} />;
    case "note":
      return <NoteDialog game={game} table={table} onClose={onClose} />;
  }
}

/** Who plays next, as far as the table can tell: whose turn it is, else who uses this phone. */
function likelyPlayer(game: Game, table: LiveTable): string | null {
  const me = groupOf(game.group)
    .peek()
    ?.players.find(({ is_me }) => is_me)?.id;
  const isHere = table.players.some(({ player }) => player === me);
  return table.turn ?? (isHere ? (me ?? null) : null);
}

interface FootProps {
  game: Game;
  table: LiveTable;
  /** Whether it is asked above if the cards are to be turned over again. */
  isAsked: boolean;
  onDiscard: () => void;
}

/** The tally, which is next once somebody has gone out, and plays without a group. */
function Foot({ game, table, isAsked, onDiscard }: FootProps) {
  const address = `/g/${game.id}/enter`;
  const hasSides = editionOf(game.edition).deck.sides.length > 1;
  const out = table.went_out;
  const oneTap = useOneTap(); // a second one would turn them back

  /** The table knows who went out: the tally begins with the points of the others. */
  async function count(player: string) {
    const typed = typedRound(game.id).peek();
    const order = table.players.map((each) => each.player);
    const isShared = draftOf(game.id).peek()?.draft?.round === table.round;
    if ((!typed || isUntouched(typed)) && !isShared) {
      await saveTyped(game.id, sayOut(beginRound(table.round, order, laidDownOn(table)), player));
    }
    go(address);
  }

  const flip = () =>
    withUndo(
      play(game.id, { kind: "flip", body: { id: newId(), round: table.round } }),
      t("Cards turned over"),
    );
  return (
    <>
      {out ? (
        <Button kind="main" onClick={() => void count(out)}>
          {t("Enter points")}
        </Button>
      ) : (
        <ButtonLink kind="quiet" href={address}>
          {t("Enter points")}
        </ButtonLink>
      )}
      <ButtonRow>
        {table.draw_due && <DrawButtons game={game} table={table} />}
        <Button small onClick={onDiscard}>
          {t("Discard")}
        </Button>
        {hasSides && !table.draw_due && (
          <Button small disabled={isAsked} onClick={() => oneTap(() => void flip())}>
            {t("Turn the cards over")}
          </Button>
        )}
      </ButtonRow>
    </>
  );
}
