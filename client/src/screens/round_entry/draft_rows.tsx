import { Face } from "../../components/face";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { isolated } from "../../i18n/names";
import { network, type Schemas } from "../../store";
import { lineState } from "../../store/typed/line_state";
import { lineOf, pointsOf, type TypedRound, termsOf } from "../../store/typed/round";
import { StateTag } from "./entry_rows";
import type { RoundForm } from "./round_form";
import type { EntryPlayer } from "./tally";

interface Props {
  form: RoundForm;
  players: readonly EntryPlayer[];
  draft: Schemas["RoundDraftDetail"] | null;
  /** The lines of the draft, as typed. */
  entered: TypedRound | null;
  mayEnter: (player: string) => boolean;
  onPlayer: (player: string) => void;
}

/** The players by seat, with the lines that the phones have entered. */
export function DraftRows(props: Props) {
  const { form, players, mayEnter, onPlayer } = props;
  const at = form.typed.value.at;
  return (
    <ul class="entry-rows" aria-label={t("Players")}>
      {players.map((player) => (
        <li key={player.id} class="entry-item" data-at={player.id === at || undefined}>
          {mayEnter(player.id) ? (
            <button
              type="button"
              class="entry-row"
              aria-current={player.id === at ? "true" : undefined}
              onClick={() => onPlayer(player.id)}
            >
              <Line {...props} player={player} />
            </button>
          ) : (
            <span class="entry-row">
              <Line {...props} player={player} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A line as it is typed here, else as it was entered. */
function Line(props: Props & { player: EntryPlayer }) {
  const { form, draft, entered, player } = props;
  const { id } = player;
  const typed = form.typed.value;
  const known = form.known.value;
  const typing = typed.at === id ? pointsOf(lineOf(typed, id), known.prices) : null;
  const line = draft?.lines.find((one) => one.player === id);
  const state = entered ? lineState(entered, id, known) : { is: "missing" as const };
  const counted = entered ? pointsOf(lineOf(entered, id), known.prices) : null;
  const points = state.is === "out" ? 0 : counted;
  const count = typing ?? points;
  return (
    <>
      <Face of={player} size="small" />
      <span class="row entry-name" data-open={(count === null && typed.at !== id) || undefined}>
        <bdi class="cut">{player.name}</bdi>
        {typing === null && (
          <StateTag state={state} isRefused={state.is === "impossible"} isOverruled={false} />
        )}
      </span>
      <span class="entry-points number" data-open={count === null || undefined}>
        {count === null ? "–" : numberWords(count)}
      </span>
      <span class="entry-why">{typing === null ? by(line) : terms(typed, id)}</span>
    </>
  );
}

/** Who has entered a line; nobody has, as long as it has not arrived. */
function by(line: Schemas["DraftLineDetail"] | undefined): string {
  if (!line) return "";
  if (line.entered_by) return t("entered by {name}", { name: isolated(line.entered_by) });
  return network.value ? "" : t("waits for the network");
}

function terms(typed: TypedRound, player: string): string {
  const all = termsOf(lineOf(typed, player));
  return all.length > 1 ? all.join(" + ") : "";
}
