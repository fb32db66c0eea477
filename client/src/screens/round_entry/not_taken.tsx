import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { ProblemNotice } from "../../components/problem_notice";
import { t } from "../../i18n";
import type { Problem } from "../../store";
import { keepInView } from "./keep_in_view";
import { OverruleDialog } from "./overrule_dialog";
import type { RoundForm } from "./round_form";
import type { EntryPlayer } from "./tally";

interface Props {
  problem: Problem;
  form: RoundForm;
  players: readonly EntryPlayer[];
}

/** Why the server does not take the round, brought into view; the table can overrule its referee. */
export function NotTaken({ problem, form, players }: Props) {
  const [isOverruling, setOverruling] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice.current) keepInView(notice.current);
  }, [problem]);
  const mayOverrule = problem.code === "tally_refused" && form.typed.value.overrule === "";
  return (
    <div ref={notice}>
      <ProblemNotice
        problem={problem}
        actions={
          mayOverrule && (
            <Button small onClick={() => setOverruling(true)}>
              {t("Keep it")}
            </Button>
          )
        }
      />
      {isOverruling && (
        <OverruleDialog form={form} players={players} onClose={() => setOverruling(false)} />
      )}
    </div>
  );
}
