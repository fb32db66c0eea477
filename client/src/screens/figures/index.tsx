/** `/group/{group}/figures`: what each figure means, as the server says it. */

import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { useAnswer } from "../statistics/answers";
import { figures } from "../statistics/questions";
import { Answered } from "../statistics/state";
import "./figures.css";

export default function FiguresScreen({ params: { group = "" } }: { params: Params }) {
  const answer = useAnswer(figures());
  return (
    <Screen
      title={t("What the figures mean")}
      up={`/group/${group}/leaderboard`}
      upLabel={t("Leaderboard")}
    >
      <Answered answer={answer}>
        {({ figures }) => (
          <dl class="meanings">
            {figures.map(({ code, name, meaning }) => (
              <div key={code}>
                <dt>{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
      </Answered>
    </Screen>
  );
}
