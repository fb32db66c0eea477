import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Notice } from "../../components/notice";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { entriesIn, SideBySide } from "../../components/side_by_side";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import { go, type Params } from "../../router";
import {
  gameOf,
  groupOf,
  lastAction,
  outbox,
  type Settlement,
  settle,
  type Trouble,
} from "../../store";
import { DraftBeside } from "../draft_beside";
import { type Entered, MendRound } from "./mend_round";
import { actionWords, lossWords } from "./words";

/** Something the server did not take as it was: what there is on both sides, and the choice. */
export default function TroubleScreen({ params }: { params: Params }) {
  const trouble = outbox.value.troubles.find(({ id }) => String(id) === params.id);
  const up = useRef("/");
  if (trouble) up.current = upOf(trouble);
  useEffect(() => {
    // Decided, here or in another tab.
    if (trouble || location.pathname !== `/trouble/${params.id}`) return;
    const next = outbox.peek().troubles[0];
    go(next ? `/trouble/${next.id}` : up.current, { replace: true });
  }, [trouble]);
  const table = trouble && tableFor(trouble);
  useEffect(() => {
    if (table) go(table, { replace: true });
  }, [table]);
  if (!trouble || table) return null;
  return <Decision trouble={trouble} />;
}

/** Plays are decided about where they were made: the live table; null for anything else. */
function tableFor({ game, action }: Trouble): string | null {
  const isPlay = action.kind === "play" || action.kind === "takeBackPlay";
  return isPlay && game && gameOf(game).peek() ? `/g/${game}/table` : null;
}

/** What is above a trouble: its game, else its group, else the start. */
function upOf({ game, group }: Trouble): string {
  if (game) return `/g/${game}`;
  return group ? `/group/${group}` : "/";
}

function Decision({ trouble }: { trouble: Trouble }) {
  const [busy, setBusy] = useState(false);
  const [mending, setMending] = useState(false);
  useEffect(() => {
    lastAction.value = null; // what it would undo is in question here
  }, []);
  const { kind, theirs, mine } = trouble;
  const game = trouble.game ? gameOf(trouble.game).value?.game : undefined;
  const up = upOf(trouble);
  const decide = async (decision: Settlement) => {
    setBusy(true);
    await settle(trouble, decision);
    setBusy(false);
  };
  const entered = game ? enteredIn(trouble) : null;
  if (mending && game && entered) {
    return <MendRound game={game} trouble={trouble} entered={entered} up={up} />;
  }
  const group = groupOf(game?.group ?? trouble.group ?? "").value;
  const both = game && theirs && mine ? { game, theirs, mine } : null;
  return (
    <Screen
      title={t("Your decision")}
      up={up}
      upLabel={group?.name ?? t("Back")}
      foot={
        both ? (
          <>
            <Button kind="main" busy={busy} onClick={() => decide("theirs")}>
              {t("Keep what is recorded")}
            </Button>
            <Button small disabled={busy} onClick={() => decide("mine")}>
              {t("Put mine in its place")}
            </Button>
            {kind === "same_round" && both.game.next_round && (
              <Button small disabled={busy} onClick={() => decide("next")}>
                {t("Mine is round {number}", { number: both.game.next_round.number })}
              </Button>
            )}
          </>
        ) : (
          <Refused
            trouble={trouble}
            edit={entered && (() => setMending(true))}
            busy={busy}
            decide={decide}
          />
        )
      }
    >
      <div class="section">
        {both ? (
          <>
            <Notice
              tone="no"
              title={
                kind === "same_round"
                  ? t("Round {number} was entered on two phones.", { number: both.theirs.number })
                  : t("Round {number} was changed on another phone.", {
                      number: both.theirs.number,
                    })
              }
            >
              {both.theirs.recorded_by
                ? t("{name} recorded it first. Nothing is lost: which one is right?", {
                    name: isolated(both.theirs.recorded_by),
                  })
                : t("Nothing is lost: which one is right?")}
            </Notice>
            <SideBySide
              game={both.game}
              theirs={entriesIn(both.theirs)}
              mine={both.mine}
              by={both.theirs.recorded_by}
            />
          </>
        ) : (
          <>
            <p>{actionWords(trouble.action, game, group)}</p>
            <ProblemNotice problem={trouble.problem} />
            {game && <DraftBeside game={game} trouble={trouble} />}
          </>
        )}
      </div>
    </Screen>
  );
}

interface RefusedProps {
  trouble: Trouble;
  /** Opens the round that was refused, if it was one. */
  edit: (() => void) | null;
  busy: boolean;
  decide: (decision: Settlement) => Promise<void>;
}

/** Only mine is there: change it, send it again, or leave it. */
function Refused({ trouble, edit, busy, decide }: RefusedProps) {
  const { action } = trouble;
  const [leaving, setLeaving] = useState(false);
  const changed = trouble.kind === "changed";
  return (
    <>
      {edit && (
        <Button kind="main" disabled={busy} onClick={edit}>
          {t("Change what I entered")}
        </Button>
      )}
      <Button
        kind={edit ? "ghost" : "main"}
        small={edit !== null}
        busy={busy}
        onClick={() => decide(changed ? "mine" : "again")}
      >
        {changed ? t("Do it all the same") : t("Send it again")}
      </Button>
      <Button kind="danger" small disabled={busy} onClick={() => setLeaving(true)}>
        {t("Leave it")}
      </Button>
      {leaving && (
        <Dialog
          title={t("Leave it for good?")}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button kind="danger" busy={busy} onClick={() => decide("drop")}>
                {t("Leave it")}
              </Button>
              <Button onClick={() => setLeaving(false)}>{t("Keep it")}</Button>
            </>
          }
        >
          <p>{lossWords(action)}</p>
        </Dialog>
      )}
    </>
  );
}

/** The round that was refused; null if it was something else. */
function enteredIn({ action, mine }: Trouble): Entered | null {
  if (!mine || (action.kind !== "recordRound" && action.kind !== "correctRound")) return null;
  const number = action.kind === "recordRound" ? action.body.number : action.number;
  return { number, lines: mine, overrule: action.body.overrule ?? "" };
}
