/** `/group/{group}/year/{year}`: a year in review, card by card. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { offerFile } from "../../components/offer_file";
import { Screen } from "../../components/screen";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import type { Params } from "../../router";
import type { Group, Schemas } from "../../store";
import { useAnswer } from "../statistics/answers";
import { year as yearInReview } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";
import { cardsOf } from "./cards";
import { pictureOf } from "./picture";
import "./year.css";

export default function YearScreen({ params }: { params: Params }) {
  const { group: id = "", year = "" } = params;
  const group = useGroup(id);
  const answer = useAnswer(yearInReview(id, Number(year)), group?.event);
  const review = answer.value;
  if (review && review.games > 0) return <Cards id={id} group={group} review={review} />;
  return (
    <Screen
      title={t("{year} in review", { year })}
      up={`/group/${id}/leaderboard`}
      upLabel={t("Leaderboard")}
    >
      <Answered answer={answer}>
        {() => (
          <EmptyState title={t("No game of {year} is over", { year })}>
            <p>{t("The review grows with every game that is played to its end.")}</p>
            {mayHaveYearBefore(Number(year), group?.created_at) && (
              <YearBefore group={id} year={Number(year)} />
            )}
          </EmptyState>
        )}
      </Answered>
    </Screen>
  );
}

interface Props {
  id: string;
  /** undefined until it is known. */
  group: Group | undefined;
  review: Schemas["YearInReview"];
}

function Cards({ id, group, review }: Props) {
  const [at, setAt] = useState(0);
  const [isDrawing, setDrawing] = useState(false);
  const me = group?.players.find(({ is_me }) => is_me)?.id ?? null;
  const cards = cardsOf(review, id, me);
  const index = Math.min(at, cards.length - 1);
  const card = cards[index];
  const heading = useFocusOn(index);
  if (!card) return null;
  const { year } = review;
  const isLast = index === cards.length - 1;
  const send = () =>
    void navigator
      .share({ text: `${group?.name ?? ""} ${year}\n${card.title}\n${card.text}` })
      .catch(() => {}); // they thought better of it
  const sendPicture = async () => {
    setDrawing(true);
    const head = [group?.name, year].filter(Boolean).join(" · ");
    const { title, big, rows } = card;
    try {
      await offerFile(await pictureOf({ head, title, big, rows }, `${head} ${index + 1}`));
      tell(t("The picture is ready"));
    } finally {
      setDrawing(false);
    }
  };
  return (
    <Screen
      title={t("{year} in review", { year: String(year) })}
      up={`/group/${id}/leaderboard`}
      upLabel={t("Leaderboard")}
      foot={
        <>
          {isLast ? (
            <ButtonLink kind="main" href={`/group/${id}/leaderboard`}>
              {t("To the leaderboard")}
            </ButtonLink>
          ) : (
            <Button kind="main" onClick={() => setAt(index + 1)}>
              {t("Next")}
            </Button>
          )}
          <div class="wrapping loose-buttons">
            {index > 0 && (
              <Button small onClick={() => setAt(index - 1)}>
                {t("Previous")}
              </Button>
            )}
            <Button small busy={isDrawing} onClick={() => void sendPicture()}>
              {t("As a picture")}
            </Button>
            {"share" in navigator && (
              <Button small onClick={send}>
                {t("Send")}
              </Button>
            )}
            {isLast && <YearBefore group={id} year={year} />}
          </div>
        </>
      }
    >
      <article class="year-card" aria-labelledby="year-card">
        <p class="faint small">
          {t("{number} of {count}", { number: index + 1, count: cards.length })}
        </p>
        <h2 id="year-card" ref={heading} tabIndex={-1}>
          {card.title}
        </h2>
        {card.big && <p class="year-big number two-lines">{card.big}</p>}
        <div class="year-content">{card.content}</div>
      </article>
    </Screen>
  );
}

/** Tells screen readers about another card: its heading gets the focus. */
function useFocusOn(index: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [index]);
  return heading;
}

/** Whether an empty year leads to the one before: from this year, and as long as there was a group. */
export function mayHaveYearBefore(
  year: number,
  created: string | undefined,
  now = new Date(),
): boolean {
  if (year === now.getFullYear()) return true;
  return created !== undefined && year > new Date(created).getFullYear();
}

function YearBefore({ group, year }: { group: string; year: number }) {
  return (
    <ButtonLink small href={`/group/${group}/year/${year - 1}`}>
      {t("{year} in review", { year: String(year - 1) })}
    </ButtonLink>
  );
}
