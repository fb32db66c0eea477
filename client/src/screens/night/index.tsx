/** `/group/{group}/nights/{date}`: a night on one card, to look at and to send. */

import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { useAnswer } from "../statistics/answers";
import { nightWords } from "../statistics/periods";
import { night } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";
import { NightCard } from "./card";
import "./night.css";
import { SendNight, TextToSend } from "./send";

/** A date as addresses have it; any other leads nowhere. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export default function NightScreen({ params }: { params: Params }) {
  const { group: id = "", date = "" } = params;
  const group = useGroup(id);
  const answer = useAnswer(night(id, date), group?.event);
  const card = answer.value;
  const missing = answer.state === "refused" && group !== undefined;
  return (
    <Screen
      title={DATE.test(date) ? nightWords(date) : t("Night")}
      up={`/group/${id}/nights`}
      upLabel={t("Nights")}
      foot={card && <SendNight group={id} card={card} />}
    >
      {missing ? (
        <NoGame group={id} />
      ) : (
        <Answered answer={answer}>
          {(card) => (
            <>
              <NightCard group={id} card={card} />
              <TextToSend text={card.text} />
            </>
          )}
        </Answered>
      )}
    </Screen>
  );
}

function NoGame({ group }: { group: string }) {
  return (
    <EmptyState title={t("No game of this night is over")}>
      <p>{t("The card of a night begins with its first game that is played to its end.")}</p>
      <ButtonLink href={`/group/${group}/nights`}>{t("To the nights")}</ButtonLink>
    </EmptyState>
  );
}
