import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Question } from "../../components/dialog";
import { Notice } from "../../components/notice";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { SideBySide } from "../../components/side_by_side";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import { go, type Params } from "../../router";
import {
  type Game,
  gameOf,
  groupOf,
  network,
  openGame,
  outbox,
  type Problem,
  type Settlement,
  settle,
  type Trouble,
} from "../../store";
import { entriesIn } from "../../store/actions/actions";
import { DraftBeside, linesBeside } from "../draft_beside";
import { Overruling } from "../overruling";
import { reasonsForRound } from "../round_entry/overrule_dialog";
import { type Entered, MendRound } from "./mend_round";
import { resumeGame } from "./resume";
import { type Ways, waysOf } from "./ways";
import { actionWords, lossWords } from "./words";

/** Something the server did not take as it was: what there is on both sides, and the choice. */
export default function TroubleScreen({ params }: { params: Params }) {
  const trouble = outbox.value.troubles.find(({ id }) => String(id) === params.id);
  const last = useRef<Pick<Trouble, "game" | "group">>({ game: null, group: null });
  if (trouble) last.current = trouble;
  useEffect(() => {
    // Decided, here or in another tab.
    if (trouble || location.pathname !== `/trouble/${params.id}`) return;
    const next = outbox.peek().troubles[0];
    go(next ? `/trouble/${next.id}` : upOf(last.current), { replace: true });
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

/** What is above a trouble: its game, else its group, else the start; what was left out is not there any more. */
function upOf({ game, group }: Pick<Trouble, "game" | "group">): string {
  if (game && gameOf(game).peek()) return `/g/${game}`;
  return group && groupOf(group).peek() ? `/group/${group}` : "/";
}

function Decision({ trouble }: { trouble: Trouble }) {
  const [busy, setBusy] = useState(false);
  const [mending, setMending] = useState(false);
  // What can be done depends on how the game is now.
  useEffect(() => (trouble.game ? openGame(trouble.game) : undefined), [trouble.game]);
  const { kind, theirs, mine, problem } = trouble;
  const known = trouble.game ? gameOf(trouble.game).value : undefined;
  const game = known?.game;
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
  const ways = waysOf(trouble, known);
  const isOvertaken = kind === "same_round" || problem.code === "stale_version";
  const both = game && theirs && mine && isOvertaken ? { game, theirs, mine } : null;
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
            {ways.next !== null && (
              <Button small disabled={busy} onClick={() => decide("next")}>
                {t("Mine is round {number}", { number: ways.next })}
              </Button>
            )}
          </>
        ) : (
          <Refused
            trouble={trouble}
            game={game}
            ways={ways}
            edit={() => setMending(true)}
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
            <ProblemNotice problem={problem} />
            {game && <What game={game} trouble={trouble} />}
          </>
        )}
      </div>
    </Screen>
  );
}

/** What was entered here: beside what others have entered, if that is why it was refused. */
function What({ game, trouble }: { game: Game; trouble: Trouble }) {
  const { theirs, mine } = trouble;
  if (linesBeside(trouble)) return <DraftBeside game={game} trouble={trouble} />;
  if (!mine) return null;
  return (
    <SideBySide
      game={game}
      theirs={theirs && entriesIn(theirs)}
      mine={mine}
      by={theirs?.recorded_by ?? null}
    />
  );
}

interface RefusedProps {
  trouble: Trouble;
  game: Game | undefined;
  ways: Ways;
  /** Opens the round that was refused. */
  edit: () => void;
  busy: boolean;
  decide: (decision: Settlement) => Promise<void>;
}

/** Only mine is there: what can work, the likeliest first, or leave it. */
function Refused({ trouble, game, ways, edit, busy, decide }: RefusedProps) {
  const [leaving, setLeaving] = useState(false);
  const [overruling, setOverruling] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const resume = async () => {
    if (game) setRefused(await resumeGame(game));
  };
  const choices = [
    ways.edit && ([t("Change what I entered"), edit] as const),
    ways.next !== null &&
      ([t("Mine is round {number}", { number: ways.next }), () => decide("next")] as const),
    ways.overrule && ([t("Keep it"), () => setOverruling(true)] as const),
    ways.insist && ([t("Do it all the same"), () => decide("mine")] as const),
    ways.again && ([t("Send it again"), () => decide("again")] as const),
    ways.resume && network.value && ([t("Resume the game"), resume] as const),
  ].filter((choice) => choice !== false);
  return (
    <>
      {refused && <ProblemNotice problem={refused} />}
      {choices.map(([words, choose], index) => (
        <Button
          key={words}
          kind={index === 0 ? "main" : "ghost"}
          small={index > 0}
          disabled={busy}
          onClick={() => void choose()}
        >
          {words}
        </Button>
      ))}
      <Button kind="danger" small disabled={busy} onClick={() => setLeaving(true)}>
        {t("Drop it")}
      </Button>
      {overruling && (
        <Overruling
          reasons={[t("We did not note everything."), ...reasonsForRound()]}
          onOverrule={(overrule) => void decide({ results: trouble.mine ?? [], overrule })}
          onClose={() => setOverruling(false)}
        />
      )}
      {leaving && (
        <Question
          title={t("Drop it for good?")}
          yes={t("Drop it")}
          no={t("Keep it")}
          danger
          busy={busy}
          onYes={() => decide("drop")}
          onClose={() => setLeaving(false)}
        >
          <p>{lossWords(trouble.action)}</p>
        </Question>
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
