import { useState } from "preact/hooks";
import { BarChart } from "../../components/charts/bar_chart";
import { Disclosure } from "../../components/disclosure";
import { locale, t, tn } from "../../i18n";
import { percentWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { useAnswer } from "../statistics/answers";
import { odds } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { favourites } from "./chances";
import { handicapsOf, type NewGame, phaseCount } from "./form";

interface Props {
  group: string;
  /** Only games of its kind count: who is good at one need not be good at another. */
  form: NewGame;
}

/** The games whose ratings count, in words. */
export function rated({ edition, variant }: NewGame): string {
  const name = editionOf(edition).name.replace(" ", "\u00a0"); // no line begins with "10"
  return variant === "fixed_rounds" ? t("{edition} with fixed rounds", { edition: name }) : name;
}

/** Everybody's chance to win; the server is asked when it is opened. */
export function Odds(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      title={t("Odds")}
      value={t("Who is likely to win, by the ratings in {edition}", {
        edition: rated(props.form),
      })}
      onOpen={() => setOpen(true)}
    >
      {open && <WhoPlays {...props} />}
    </Disclosure>
  );
}

/** Only those whom the group knows can have a rating. */
function WhoPlays({ group, form }: Props) {
  const { seats } = form;
  const newcomers = seats.filter(({ known }) => !known).map(({ name }) => name);
  if (seats.length < 2) {
    return <p class="faint">{t("Odds need at least two players.")}</p>;
  }
  if (newcomers.length > 0) {
    return (
      <p class="faint">
        {t(
          "New in this group: {names}. There are odds once everybody has played some games here.",
          {
            names: listed(newcomers),
          },
        )}
      </p>
    );
  }
  return <Chances group={group} form={form} />;
}

function Chances({ group, form }: Props) {
  const { edition, variant } = form;
  const handicaps = handicapsOf(form);
  const players = form.seats.map(({ id }, seat) => ({ id, handicap: handicaps[seat] ?? null }));
  const answer = useAnswer(odds(group, { edition, variant, phases: phaseCount(form), players }));
  return (
    <Answered answer={answer}>
      {(value) =>
        value.too_few_games.length > 0 ? <TooFew odds={value} form={form} /> : <Bars odds={value} />
      }
    </Answered>
  );
}

function TooFew({ odds, form }: { odds: Schemas["Odds"]; form: NewGame }) {
  const { players, min_games, too_few_games } = odds;
  const few = new Set(too_few_games.map(({ id }) => id));
  const names = players
    .filter(({ player }) => few.has(player.id))
    .sort((one, other) => one.player.name.localeCompare(other.player.name, locale()))
    .map(({ player, games }) => `${player.name} (${games})`);
  return (
    <p class="faint">
      {tn(
        "Odds need {count} game of {edition} from everybody, played to its end. Fewer so far: {names}.",
        "Odds need {count} games of {edition} from everybody, played to their end. Fewer so far: {names}.",
        min_games,
        { edition: rated(form), names: listed(names) },
      )}
    </p>
  );
}

function Bars({ odds: { players, favourite } }: { odds: Schemas["Odds"] }) {
  return (
    <>
      <p>
        {favourite
          ? t("{name} is clearly the favorite.", { name: favourite.name })
          : t("Not enough games to tell yet: nobody clearly stands out from all the others.")}
      </p>
      <BarChart
        title={t("Odds")}
        of={t("Player")}
        value={t("Chance to win")}
        full={1}
        rows={favourites(players).map(({ player, games, chance, percent }) => ({
          id: player.id,
          label: <bdi>{player.name}</bdi>,
          detail: tn("{count} rated game", "{count} rated games", games),
          value: chance,
          valueWords: percentWords(percent),
        }))}
      />
    </>
  );
}
