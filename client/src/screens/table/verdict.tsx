import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Notice } from "../../components/notice";
import { Refusal } from "../../components/refusal";
import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { changedAs } from "./cards";
import type { Ruling } from "./ruling";

interface Props {
  edition: Schemas["EditionName"];
  /** Null if nobody can be asked. */
  ruling: Ruling | null;
  /** The groups that were tapped; a hit is one. */
  groups: readonly (readonly string[])[];
  /** Takes what the referee suggests instead. */
  onChange: (groups: (readonly string[])[]) => void;
  /** What is legal, in words and cards. */
  children?: ComponentChildren;
}

/** What the referee says about a play that is being tapped. */
export function Verdict(props: Props) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.scrollIntoView({ block: "nearest" }), [props.ruling]);
  return (
    <div ref={words}>
      <Words {...props} />
    </div>
  );
}

function Words({ edition, ruling, groups, onChange, children }: Props) {
  if (!ruling) {
    return (
      <p class="faint small">{t("Nobody can check this now. It is saved and checked later.")}</p>
    );
  }
  const { problems, suggestion, ambiguous } = ruling;
  if (problems.length === 0) {
    return (
      <Notice live title={ambiguous ? t("What is the wild card for?") : t("It fits.")}>
        {children}
      </Notice>
    );
  }
  return (
    <Refusal
      edition={edition}
      title={t("No.")}
      problems={problems}
      suggestion={suggestion}
      onSuggestion={(card) => suggestion && onChange(changedAs(groups, suggestion, card))}
    />
  );
}
