import { useRef, useState } from "preact/hooks";
import { announce } from "../../components/announcer";
import { t } from "../../i18n";
import { moveSeat, type NewGame, type Seat, unseat } from "./form";
import { SignButton } from "./sign_button";

interface Props {
  form: NewGame;
  change: (form: NewGame) => void;
}

/** The players in the order of their seats: moved by dragging, by arrow keys, or by a button. */
export function Seats({ form, change }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);

  const move = (player: Seat, to: number) => {
    const moved = moveSeat(form, player.id, to);
    change(moved);
    const place = moved.seats.findIndex(({ id }) => id === player.id) + 1;
    announce(t("{name} has seat {place}.", { name: player.name, place }));
  };
  /** The place that a height on the screen belongs to. */
  const placeAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    });
    return below.length;
  };
  const drag = (event: PointerEvent, player: Seat) => {
    if (dragged !== player.id) return;
    const from = form.seats.findIndex(({ id }) => id === player.id);
    const to = placeAt(event.clientY);
    const place = to > from ? to - 1 : to;
    if (place !== from) change(moveSeat(form, player.id, place));
  };

  return (
    <>
      <ol ref={list} aria-label={t("Seats")}>
        {form.seats.map((player, place) => (
          <li key={player.id} class="seat" data-dragged={dragged === player.id || undefined}>
            <button
              type="button"
              class="seat-handle"
              aria-label={t("Move {name}: arrow keys, or drag", { name: player.name })}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(player.id);
              }}
              onPointerMove={(event) => drag(event, player)}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (!step) return;
                event.preventDefault();
                move(player, place + step);
              }}
            >
              <span aria-hidden="true">≡</span>
            </button>
            <bdi class="seat-name two-lines">{player.name}</bdi>
            <SignButton
              sign="↑"
              label={t("Move {name} up", { name: player.name })}
              onPress={place > 0 ? () => move(player, place - 1) : undefined}
            />
            <SignButton
              sign="×"
              label={t("Remove {name}", { name: player.name })}
              onPress={() => change(unseat(form, player.id))}
            />
          </li>
        ))}
      </ol>
      {form.seats.length > 2 && (
        <p class="faint small">
          {t("In the order of the table, each to the left of the one above.")}
        </p>
      )}
    </>
  );
}
