import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { Field } from "../../components/field";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { ask } from "../../rules";
import type { Schemas } from "../../store";
import type { EditionName } from "../../store/editions";
import { useRuling } from "./use_ruling";
import { NobodyToAsk } from "./verdict";

interface Props {
  edition: EditionName;
  words: string;
  onWords: (words: string) => void;
}

/** The rules of an edition, as questions and answers; those that fit what is looked for. */
export function RuleSearch({ edition, words, onWords }: Props) {
  const found = useRuling({ edition, q: words.trim() }, ({ q, ...rest }) =>
    ask("rules", q ? { ...rest, q } : rest),
  );
  const entries = found?.answer?.data;
  return (
    <>
      <div class="section">
        <Field
          label={t("Look for a rule")}
          type="search"
          value={words}
          onValue={onWords}
          placeholder={t("two Skips")}
        />
        {found && !found.answer && <NobodyToAsk />}
      </div>
      {entries?.length === 0 && (
        <EmptyState title={t("No rule found.")}>
          <p>{t("Try a single word, such as “Wild” or “discard”.")}</p>
        </EmptyState>
      )}
      <div class="rules" aria-busy={found?.isFresh === false}>
        {entries?.map((entry) => (
          <Rule key={entry.id} entry={entry} />
        ))}
      </div>
    </>
  );
}

function Rule({ entry }: { entry: Schemas["RuleEntryDetail"] }) {
  return (
    <Disclosure
      title={entry.title}
      value={entry.official ? undefined : <Tag>{t("not in the official rules")}</Tag>}
    >
      {entry.answers.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {entry.in_the_app && <p class="faint small">{entry.in_the_app.text}</p>}
    </Disclosure>
  );
}
