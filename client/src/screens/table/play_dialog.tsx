import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button, ButtonRow } from "../../components/button";
import { CardPicker } from "../../components/card_picker";
import { Dialog } from "../../components/dialog";
import { t } from "../../i18n";
import type { Game, LiveTable } from "../../store";
import { editionOf } from "../../store/editions";
import { Overruling } from "../overruling";
import { Typing } from "../referee/typing";
import { DrawFirst } from "./draw_buttons";
import type { Ruling } from "./ruling";

interface Props {
  game: Game;
  table: LiveTable;
  title: string;
  /** Who plays, as far as that is said. */
  player: string | null;
  /** What the main button does, such as "Hit". */
  label: string;
  /** Whether all is said, so that it can be played. */
  ready: boolean;
  /** If the referee says no, the main button is the way to insist: always in view. */
  ruling: Ruling | null | undefined;
  onCards: (cards: readonly string[]) => void;
  onBackspace: () => void;
  /** Plays it; without a reason, only if the referee agrees. */
  onPlay: (overrule: string) => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A play that is being tapped or typed: its cards by the picker, which is always in reach. Whose turn it is
 * draws first; if the table plays on without, it says why at the end.
 */
export function PlayDialog(props: Props) {
  const { game, table, player, ready, ruling, onPlay } = props;
  const { deck } = editionOf(game.edition);
  const isRefused = (ruling?.problems.length ?? 0) > 0;
  const mustDraw = table.draw_due && player === table.turn;
  const [skipsDraw, setSkipsDraw] = useState(false);
  const [insisting, setInsisting] = useState(false);
  const [busy, setBusy] = useState(false);
  const play = async (overrule: string) => {
    setBusy(true);
    try {
      await onPlay(overrule);
    } finally {
      setBusy(false);
    }
  };
  const cancel = <Button onClick={props.onClose}>{t("Cancel")}</Button>;
  if (mustDraw && !skipsDraw) {
    return (
      <Dialog title={props.title} onClose={props.onClose} actions={cancel}>
        <DrawFirst game={game} table={table} onSkip={() => setSkipsDraw(true)} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <CardPicker
            deck={deck}
            side={table.side ?? undefined}
            onCard={(card) => props.onCards([card])}
            onBackspace={props.onBackspace}
          />
          <Typing
            deck={deck}
            colors="needed"
            onCards={props.onCards}
            onBackspace={props.onBackspace}
          />
          <ButtonRow>
            {cancel}
            <Button
              kind={isRefused ? "ghost" : "main"}
              busy={busy}
              disabled={!ready && !isRefused}
              onClick={() => (mustDraw || isRefused ? setInsisting(true) : void play(""))}
            >
              {isRefused ? t("Play it all the same") : props.label}
            </Button>
          </ButtonRow>
        </>
      }
    >
      {props.children}
      {insisting && (
        <Insisting
          onClose={() => setInsisting(false)}
          onOverrule={(reason) => {
            setInsisting(false);
            void play(reason);
          }}
        />
      )}
    </Dialog>
  );
}

interface InsistingProps {
  onOverrule: (reason: string) => void;
  onClose: () => void;
}

/** Why the table plays what the referee refuses. */
export function Insisting(props: InsistingProps) {
  return (
    <Overruling
      reasons={[
        t("We play it differently."),
        t("It was agreed at the table."),
        t("Nobody had noticed in time."),
      ]}
      {...props}
    />
  );
}
