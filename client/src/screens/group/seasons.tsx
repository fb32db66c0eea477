import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { t } from "../../i18n";
import { changeGroup, type Group } from "../../store";
import { nightOf, nightWords } from "../statistics/periods";
import { withUndo } from "../with_undo";

/** When the seasons of a group begin: each has a table and a champion of its own. */
export function Seasons({ group }: { group: Group }) {
  const seasons = group.seasons ?? []; // what an earlier client kept has none
  const [start, setStart] = useState(() => nightOf(new Date().toISOString(), group.time_zone));
  const change = (next: readonly string[], told: string) =>
    void withUndo(changeGroup(group.id, { seasons: next.toSorted() }), told);
  return (
    <>
      <Field
        label={t("A season begins on")}
        type="date"
        value={start}
        onValue={setStart}
        hint={t(
          "It has its own table and champion until the next one begins. Ratings and the all-time table go on.",
        )}
      />
      <Button
        small
        disabled={start === "" || seasons.includes(start)}
        onClick={() => change([...seasons, start], t("Season started"))}
      >
        {t("Start a season")}
      </Button>
      {seasons.map((night) => (
        <Button
          key={night}
          small
          onClick={() =>
            change(
              seasons.filter((one) => one !== night),
              t("Season removed"),
            )
          }
        >
          {t("Remove the season from {date}", { date: nightWords(night) })}
        </Button>
      ))}
    </>
  );
}
