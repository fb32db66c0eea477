import type { ComponentChildren } from "preact";
import { IsCounting, useCounting } from "../../components/counting";
import { EmptyState } from "../../components/empty_state";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { dayAndTimeWords } from "../../i18n/formats";
import type { Answer, Counted } from "./answers";

interface Props<Value extends Counted> {
  answer: Answer<Value>;
  children: (value: Value) => ComponentChildren;
}

/** An answer as far as it is known, and what is doubtful about it. */
export function Answered<Value extends Counted>({ answer, children }: Props<Value>) {
  const { value, state } = answer;
  useCounting(value?.counting ?? false);
  if (!value) return <Unknown state={state} />;
  return (
    <>
      {state === "offline" && (
        <div class="section">
          <Notice>
            {value.as_of
              ? t("The server cannot be reached: this is as of {time}.", {
                  time: dayAndTimeWords(value.as_of),
                })
              : t("The server cannot be reached: this is what it said last.")}
          </Notice>
        </div>
      )}
      <IsCounting.Provider value={value.counting}>{children(value)}</IsCounting.Provider>
    </>
  );
}

function Unknown({ state }: { state: Answer<unknown>["state"] }) {
  if (state === "reading") return <EmptyState title={t("Reading …")} />;
  if (state === "refused") {
    return (
      <EmptyState title={t("There is nothing here")}>
        <p>{t("The server does not know this group or player, or you are no member any more.")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("This is not on this phone yet")}>
      <p>{t("It appears once the server can be reached.")}</p>
    </EmptyState>
  );
}
