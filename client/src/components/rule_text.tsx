import { useId, useState } from "preact/hooks";
import { t } from "../i18n";
import { ask, orNull } from "../rules";
import type { Schemas } from "../server/problems";
import "./rule_text.css";

type RuleEntry = Schemas["RuleEntryDetail"];
type Edition = Schemas["EditionName"];

interface Props {
  entry: string;
  /** The id of the sentences that the rule is behind. */
  about?: string;
  /** Only what the rule says in this edition. */
  edition?: Edition;
}

/** The rule behind a refusal, in the referee's words: asked for when it is opened. */
export function RuleText({ entry, edition, about }: Props) {
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
      <summary aria-describedby={about}>{t("The rule")}</summary>
      {rule?.answers.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {missing && <p>{t("It cannot be looked up without a network.")}</p>}
    </details>
  );
}

interface RuledProps {
  sentences: readonly { message: string; rule_entry?: string | null }[];
  edition?: Edition;
}

/** Sentences, each with the rule behind it: several with one rule have one link, below the last. */
export function Ruled({ sentences, edition }: RuledProps) {
  return sentencesByRule(sentences).map(([entry, messages]) => (
    <RuledPart key={entry} entry={entry} messages={messages} {...(edition && { edition })} />
  ));
}

/** The rule's entry, empty for none, and the different sentences that it is behind. */
export function sentencesByRule(
  sentences: RuledProps["sentences"],
): readonly (readonly [string, readonly string[]])[] {
  const byRule = new Map<string, Set<string>>();
  for (const { message, rule_entry } of sentences) {
    const entry = rule_entry ?? "";
    byRule.set(entry, (byRule.get(entry) ?? new Set()).add(message));
  }
  return [...byRule].map(([entry, messages]) => [entry, [...messages]]);
}

interface PartProps {
  entry: string;
  messages: readonly string[];
  edition?: Edition;
}

function RuledPart({ entry, messages, edition }: PartProps) {
  const id = useId();
  return (
    <div class="ruled">
      <div id={id}>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      {entry && <RuleText entry={entry} about={id} {...(edition && { edition })} />}
    </div>
  );
}

/** Null if neither the phone nor the server can answer. */
async function entryOf(entry: string, edition?: Edition): Promise<RuleEntry | null> {
  // A newer server may know entries that the schema of this client does not.
  const asked = { entry: entry as RuleEntry["id"], ...(edition && { edition }) };
  return (await orNull(ask("rule", asked)))?.data ?? null;
}
