/** Where the referee speaks, and what it says if there is no verdict. */

import type { ComponentChildren } from "preact";
import { Notice } from "../../components/notice";
import { ReadAloud, useReading } from "../../components/read_aloud";
import { Ruled } from "../../components/rule_text";
import { wordsIn } from "../../components/voice";
import { t } from "../../i18n";
import type { Problem } from "../../store";
import type { EditionName } from "../../store/editions";
import { useKeptInView } from "../round_entry/keep_in_view";
import type { Ruling } from "./use_ruling";

const SMALL = 640; // pixels: on a screen no higher than this, what was asked stays in view, too
const FIRST_WORDS = 88; // pixels

interface Props {
  edition: EditionName;
  ruling: Ruling<{ problem?: Problem }> | null;
  /** The verdict, if there is one. */
  children: ComponentChildren;
}

/** Where the verdict appears: in view, above the keys. */
export function Spoken({ edition, ruling, children }: Props) {
  const words = useKeptInView(() => (innerHeight <= SMALL ? FIRST_WORDS : undefined));
  const isStale = ruling?.isFresh === false;
  const problem = ruling?.answer?.problem;
  const text = () => (words.current ? wordsIn(words.current) : "");
  useReading(() => (isStale ? "" : text()), ruling);
  return (
    <>
      <div ref={words} class="section referee-words" data-stale={isStale || undefined}>
        {ruling && !ruling.answer && <NobodyToAsk />}
        {problem && <Malformed edition={edition} problem={problem} />}
        {children}
      </div>
      <div class="section referee-aloud">
        <ReadAloud words={text} />
      </div>
    </>
  );
}

/** Neither the phone nor the server can answer. */
export function NobodyToAsk() {
  return (
    <Notice>
      {t(
        "Nobody can be asked now: the rules are not on this phone yet. They come with the network.",
      )}
    </Notice>
  );
}

/** The question itself cannot be: cards that are not a group, or more of them than there are. */
function Malformed({ edition, problem }: { edition: EditionName; problem: Problem }) {
  return (
    <Notice tone="no" live>
      <Ruled sentences={problem.errors} edition={edition} />
    </Notice>
  );
}
