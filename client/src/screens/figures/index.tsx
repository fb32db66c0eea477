/** `/group/{group}/figures`: what each figure means, as the server says it, a tap away. */

import { Disclosure } from "../../components/disclosure";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { useAnswer } from "../statistics/answers";
import { figures } from "../statistics/questions";
import { Answered } from "../statistics/state";

export default function FiguresScreen({ params: { group = "" } }: { params: Params }) {
  const answer = useAnswer(figures());
  return (
    <Screen title={t("What the figures mean")} up={`/group/${group}/leaderboard`}>
      <Answered answer={answer}>
        {({ figures }) => (
          <>
            {figures.map(({ code, name, meaning }) => (
              <Disclosure key={code} title={name}>
                <p>{meaning}</p>
              </Disclosure>
            ))}
          </>
        )}
      </Answered>
    </Screen>
  );
}
