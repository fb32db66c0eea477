import { useRef, useState } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { Chips } from "../../components/chips";
import { Field } from "../../components/field";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { newId } from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { isSeated, type NewGame, type Seat, seat } from "./form";
import { Seats } from "./seats";

interface Props {
  form: NewGame;
  change: (form: NewGame) => void;
  /** Who could play, most recent first; those at the table are left out here. */
  suggestions: readonly Seat[];
  most: number;
  /** Why it cannot begin, said at the field. */
  error: string | undefined;
}

/** Who plays, where they sit, and who deals. */
export function People({ form, change, suggestions, most, error }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const full = form.seats.length >= most;

  const add = () => {
    const added = addTyped(form, suggestions, most);
    setRefusal(added.refusal);
    if (added.form !== form) {
      change(added.form);
      announce(t("{name} plays.", { name: cleanName(form.typed) }));
    }
    field.current?.focus();
  };
  const free = suggestions.filter(
    ({ id, name }) => !form.seats.some((one) => one.id === id) && !isSeated(form, name),
  );
  return (
    <section class="section" aria-labelledby="who-plays">
      <h2 id="who-plays">{t("Who plays?")}</h2>
      {form.seats.length > 0 && <Seats form={form} change={change} />}
      {!full && free.length > 0 && (
        <Chips
          label={t("Played before")}
          options={free.slice(0, 12).map(({ id, name }) => ({ value: id, label: `+ ${name}` }))}
          onPress={(chosen) => {
            const one = free.find(({ id }) => id === chosen);
            if (one) change(seat(form, seated(one)));
          }}
        />
      )}
      {full ? (
        <p class="faint">{t("The table is full: at most {most} play.", { most })}</p>
      ) : (
        <Field
          label={t("Name")}
          placeholder={t("Add a name")}
          hideLabel
          value={form.typed}
          maxLength={LONGEST_NAME}
          autocapitalize="words"
          enterKeyHint="next"
          inputRef={field}
          error={refusal ?? error}
          onValue={(typed) => {
            setRefusal(undefined);
            change({ ...form, typed });
          }}
          onEnter={add}
          after={
            <Button kind="quiet" small onClick={add}>
              {t("Add")}
            </Button>
          }
        />
      )}
      {form.seats.length > 1 && (
        <Segmented
          legend={t("Who deals first?")}
          options={form.seats.map(({ id, name }) => ({
            value: id,
            label: <bdi class="two-lines">{name}</bdi>,
          }))}
          value={form.dealer ?? form.seats[0]?.id ?? null}
          onChange={(dealer) => change({ ...form, dealer })}
        />
      )}
    </section>
  );
}

/** The form with the name that was typed at the table, or why not. A name that the group knows is that player. */
export function addTyped(
  form: NewGame,
  suggestions: readonly Seat[],
  most: number,
): { form: NewGame; refusal?: string } {
  const name = cleanName(form.typed);
  if (!name) return { form };
  if (form.seats.length >= most) {
    return { form, refusal: t("The table is full: at most {most} play.", { most }) };
  }
  if (isSeated(form, name)) {
    return {
      form,
      refusal: t("{name} is at the table already. Add something to tell them apart.", { name }),
    };
  }
  const known = suggestions.find((one) => isSeated({ ...form, seats: [one] }, name));
  const player = (known && seated(known)) ?? { id: newId(), name, me: false, known: false };
  return { form: { ...seat(form, player), typed: "" } };
}

/** A player whom the group does not know is a new one each time. */
function seated(player: Seat): Seat {
  return player.known ? player : { ...player, id: newId() };
}
