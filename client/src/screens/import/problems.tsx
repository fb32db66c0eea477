import type { ComponentChildren } from "preact";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { ListSection } from "../../components/list_section";
import { Notice } from "../../components/notice";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import type { Schemas } from "../../store";
import { type Choices, type PartProps, type Preview, withSkip } from "./reading";

type Problem = Schemas["PreviewProblem"];

/** They have questions of their own on the screen. */
const ASKED = ["ambiguous_date", "ambiguous_brackets"];

/** What is wrong in the file, line by line; the game of a line can be left out. */
export function Problems({ preview, reading, onRead }: PartProps) {
  const problems = preview.problems.filter(({ code }) => !ASKED.includes(code));
  const more = preview.problem_count - preview.problems.length;
  if (problems.length === 0) return null;
  return (
    <ListSection
      title={tn("{count} problem", "{count} problems", preview.problem_count)}
      hint={t("Correct the file and choose it again, or leave the games out.")}
    >
      <ProblemRows
        problems={problems}
        action={(problem) => {
          const out = problem.skip.every((line) => reading.skip?.includes(line));
          if (problem.skip.length === 0) return null;
          return (
            <Button
              small
              aria-pressed={out}
              kind={out ? "quiet" : "ghost"}
              onClick={() => onRead(withSkip(preview, reading, problem.skip, !out))}
            >
              {out ? t("Is left out") : t("Leave the game out")}
            </Button>
          );
        }}
      />
      {more > 0 && <p class="section faint">{tn("and {count} more", "and {count} more", more)}</p>}
    </ListSection>
  );
}

/** Games of an app with values that cannot be: the import does without them. */
export function LeftOut({ preview }: { preview: Preview }) {
  if (preview.skipped_count === 0) return null;
  return (
    <ListSection
      title={tn("{count} game is left out", "{count} games are left out", preview.skipped_count)}
    >
      <ProblemRows problems={preview.skipped} />
    </ListSection>
  );
}

interface RowsProps {
  problems: readonly Problem[];
  action?: (problem: Problem) => ComponentChildren;
}

function ProblemRows({ problems, action }: RowsProps) {
  return (
    <ul class="list">
      {problems.map((problem) => (
        <li
          key={`${problem.path ?? ""}/${problem.line}/${problem.column}/${problem.code}`}
          class="stack list-item import-problem"
        >
          <p class="wrapping import-place">
            {placeOf(problem).map((words) => (
              <Tag key={words}>{words}</Tag>
            ))}
          </p>
          <p>{problem.message}</p>
          {action?.(problem)}
        </li>
      ))}
    </ul>
  );
}

/** Where it is: its line and column, or its path in an archive. */
function placeOf({ line, column, path }: Problem): string[] {
  const places: string[] = [];
  if (line !== null) places.push(t("Line {line}", { line }));
  if (column) places.push(column);
  if (path) places.push(path);
  return places.length > 0 ? places : [t("The whole file")];
}

interface OverruleProps {
  preview: Preview;
  choices: Choices;
  onReason: (reason: string) => void;
}

/** Why counts that are not possible should be accepted, if that is all that is wrong. */
export function Overrule({ preview, choices, onReason }: OverruleProps) {
  const { problem_count, blocking_count, skipped_count } = preview;
  if (blocking_count > 0 || problem_count + skipped_count === 0) return null;
  return (
    <div class="section">
      <Notice title={t("You can accept counts that are not possible.")}>
        {t("The reason is kept with these rounds.")}
      </Notice>
      <Field
        label={t("Why it is accepted")}
        value={choices.overrule}
        onValue={onReason}
        maxLength={200}
        autocapitalize="sentences"
      />
    </div>
  );
}
