import { useState } from "preact/hooks";
import { t } from "../i18n";
import { ask, Unavailable } from "../rules";
import type { components } from "../server/schema";
import "./rule_text.css";

type RuleEntry = components["schemas"]["RuleEntryDetail"];
type Edition = components["schemas"]["EditionName"];

interface Props {
  entry: string;
  /** Only what the rule says in this edition. */
  edition?: Edition;
}

/** The rule behind a refusal, in the referee's words: asked for when it is opened. */
export function RuleText({ entry, edition }: Props) {
  const [rule, setRule] = useState<RuleEntry | null>(null);
  const [missing, setMissing] = useState(false);
  const open = async () => {
    setMissing(false);
    const found = await entryOf(entry, edition);
    setRule(found);
    setMissing(!found);
  };
  return (
    <details
      class="rule-text"
      onToggle={(event) => {
        if (event.currentTarget.open && !rule) void open();
      }}
    >
      <summary>{t("The rule")}</summary>
      {rule?.answers.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {missing && <p>{t("Nobody can be asked for it without a network.")}</p>}
    </details>
  );
}

/** Null if neither the phone nor the server can answer. */
async function entryOf(entry: string, edition?: Edition): Promise<RuleEntry | null> {
  try {
    // A newer server may know entries that the schema of this client does not.
    const { data } = await ask("rule", {
      entry: entry as RuleEntry["id"],
      ...(edition && { edition }),
    });
    return data ?? null;
  } catch (error) {
    if (error instanceof Unavailable) return null;
    throw error;
  }
}
