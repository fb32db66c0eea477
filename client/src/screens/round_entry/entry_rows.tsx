import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../components/button";
import { CardButton } from "../../components/card_button";
import { cardName } from "../../components/card_face";
import { Face, type Faced } from "../../components/face";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { type LineState, mostDigits } from "../../store/typed/line_state";
import {
  lineOf,
  pointsOf,
  removeCard,
  sayLaidDown,
  type TypedLine,
  termsOf,
} from "../../store/typed/round";
import { keepInView } from "./keep_in_view";
import type { RoundForm } from "./round_form";
import type { EntryPlayer } from "./tally";

interface Props {
  form: RoundForm;
  players: readonly EntryPlayer[];
  absent: readonly (Faced & { id: string; why: string })[];
  /** A row was tapped. */
  onPlayer: (player: string) => void;
  /** Somebody else went out. */
  onOther: () => void;
}

/** The players by seat, each with what is typed. Tapping a row says who went out, or changes it. */
export function EntryRows({ form, players, absent, onPlayer, onOther }: Props) {
  return (
    <ul class="entry-rows" aria-label={t("Players")}>
      {players.map((player) => (
        <EntryRow
          key={player.id}
          form={form}
          player={player}
          onPlayer={onPlayer}
          onOther={onOther}
        />
      ))}
      {absent.map((player) => (
        <li key={player.id} class="entry-item" data-absent>
          <span class="entry-row">
            <Face of={player} size="small" />
            <bdi class="row cut entry-name">{player.name}</bdi>
            <span class="entry-why">{player.why}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Pick<Props, "form" | "onPlayer" | "onOther"> {
  player: EntryPlayer;
}

function EntryRow({ form, player, onPlayer, onOther }: RowProps) {
  const { id, name } = player;
  const typed = form.typed.value;
  const line = lineOf(typed, id);
  const asking = typed.out === null;
  const state = form.stateOf(id);
  const isAt = !asking && typed.at === id;
  const isRefused = form.isRefused(id);
  const points = state.is === "out" ? 0 : pointsOf(line, form.known.value.prices);
  const hasParts = line.cards !== null || termsOf(line).length > 1;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isAt && row.current) keepInView(row.current);
  }, [isAt, state.is]); // what is said of a line makes rows higher
  return (
    <li
      ref={row}
      class="entry-item"
      data-at={isAt || undefined}
      data-refused={isRefused || undefined}
    >
      <button
        type="button"
        class="entry-row"
        aria-current={isAt ? "true" : undefined}
        onClick={() => onPlayer(id)}
      >
        <Face of={player} size="small" />
        <span class="row entry-name" data-open={(!asking && points === null && !isAt) || undefined}>
          <bdi class="cut">{name}</bdi>
          <StateTag state={state} isRefused={isRefused} isOverruled={form.isOverruled(id)} />
        </span>
        {!asking && (
          <span class="entry-points number" data-open={points === null || undefined}>
            {points === null ? "–" : numberWords(points)}
            {isAt && <StillToCome form={form} line={line} />}
          </span>
        )}
      </button>
      {isAt && (hasParts || !(isRefused || state.is === "either")) && (
        <div class="row entry-more">
          {state.is === "out" ? (
            <Button kind="plain" onClick={onOther}>
              {t("Somebody else went out")}
            </Button>
          ) : (
            <>
              <Typed form={form} line={line} />
              <Opposite form={form} player={id} state={state} line={line} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** What is known about a line, in a word. */
export function StateTag(props: { state: LineState; isRefused: boolean; isOverruled: boolean }) {
  const { state } = props;
  if (state.is === "out") return <Tag on>{t("went out")}</Tag>;
  if (state.is === "either") return <Tag on>{t("laid down?")}</Tag>;
  if (state.is === "impossible" && props.isOverruled) return <Tag on>{t("overruled")}</Tag>;
  if (props.isRefused) return <Tag on>{t("not possible")}</Tag>;
  if (state.is !== "counted" || state.laid_down === null) return null;
  return state.laid_down ? <Tag on>{t("laid down")}</Tag> : <Tag>{t("did not lay down")}</Tag>;
}

/** A mark for each digit that can still come: without any, the number is complete and goes on. */
function StillToCome({ form, line }: { form: RoundForm; line: TypedLine }) {
  const most = mostDigits(form.known.value);
  if (line.digits === null || line.keys.length > 0 || most === null) return null;
  return (
    <span class="entry-to-come" aria-hidden="true">
      {"_".repeat(Math.max(0, most - line.digits.length))}
    </span>
  );
}

/** What the points are made of: 10 + 15 + 25, or the cards, which a tap takes out. */
function Typed({ form, line }: { form: RoundForm; line: TypedLine }) {
  if (line.cards) {
    return (
      <span class="wrapping entry-cards">
        {line.cards.map((card, index) => (
          <CardButton
            key={`${index} ${card}`}
            card={card}
            small
            label={t("Take out {card}", { card: cardName(card) })}
            onClick={() => form.change((typed) => removeCard(typed, index))}
          />
        ))}
      </span>
    );
  }
  const terms = termsOf(line);
  return <span class="entry-terms number">{terms.length > 1 && terms.join(" + ")}</span>;
}

/** The way to say otherwise than the points do. */
function Opposite(props: { form: RoundForm; player: string; state: LineState; line: TypedLine }) {
  const { form, player, state, line } = props;
  if (line.laid_down !== null && form.known.value.possible && !form.isLeftOpen(player)) {
    return (
      <Button kind="plain" onClick={() => form.change((typed) => sayLaidDown(typed, player, null))}>
        {t("Let the points decide")}
      </Button>
    );
  }
  if (state.is !== "counted" || state.laid_down === null) return null;
  const otherwise = !state.laid_down;
  return (
    <Button
      kind="plain"
      onClick={() => form.change((typed) => sayLaidDown(typed, player, otherwise))}
    >
      {otherwise ? t("No, laid down") : t("No, did not lay down")}
    </Button>
  );
}
