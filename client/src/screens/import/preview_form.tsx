import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Screen } from "../../components/screen";
import { useRead } from "../../components/use_read";
import { t, tn } from "../../i18n";
import { go } from "../../router";
import { importFile, previewAgain } from "../../server/imports";
import type { Job } from "../../server/jobs";
import { type Group, savedForm, saveForm } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { Columns, OpenQuestions, UnknownGames } from "./columns";
import { Contents, Sample } from "./games";
import { Names, SimilarNames } from "./names";
import { LeftOut, Overrule, Problems } from "./problems";
import {
  type Choices,
  forNextFile,
  NOTHING_CHOSEN,
  nextStep,
  openNames,
  type Preview,
  playersOf,
  type Reading,
} from "./reading";

interface Props {
  group: Group;
  job: Job;
  preview: Preview;
}

/** A file that was looked at: what is open, and then the import. */
export function PreviewForm({ group, job, preview }: Props) {
  const [reading, setReading] = useState<Reading>({});
  const { choices, choose, keep } = useChoices(group.id);
  const asking = useAsking();
  const step = nextStep(preview, reading, choices);
  const address = `/group/${group.id}/import`;

  const follow = async (next: Promise<Job>) => {
    if (await asking.ask(() => next)) go(`${address}/${(await next).id}`, { replace: true });
  };
  const proceed = () => {
    if (step === "read") return follow(previewAgain(job, reading));
    const { players, overrule } = choices;
    const begun = importFile(job, { players: playersOf(preview, choices), overrule });
    begun.then(() => keep(forNextFile(players))).catch(() => {}); // it says itself why not
    return follow(begun);
  };
  const parts = { preview, reading, onRead: setReading };

  return (
    <Screen
      title={t("Import games")}
      up={address}
      foot={
        <>
          <WhyNot asking={asking} />
          {step === "solve" || step === "nothing" ? (
            <ButtonLink kind="main" href={address}>
              {t("Choose another file")}
            </ButtonLink>
          ) : (
            <>
              {step === "names" && <Open names={openNames(preview, choices)} />}
              {step === "reason" && (
                <p class="faint small">{t("Say why these counts are accepted.")}</p>
              )}
              <Button
                kind="main"
                busy={asking.busy}
                disabled={step !== "read" && step !== "import"}
                onClick={() => void proceed()}
              >
                {step === "read"
                  ? t("Read the file again")
                  : tn("Import {count} game", "Import {count} games", preview.new)}
              </Button>
            </>
          )}
        </>
      }
    >
      <Contents preview={preview} />
      <OpenQuestions {...parts} />
      <Problems {...parts} />
      <Overrule
        preview={preview}
        choices={choices}
        onReason={(overrule) => choose({ ...choices, overrule })}
      />
      <LeftOut preview={preview} />
      <Names
        preview={preview}
        group={group}
        choices={choices}
        onChoose={(name, player) =>
          choose({ ...choices, players: { ...choices.players, [name]: player } })
        }
      />
      <SimilarNames {...parts} />
      <UnknownGames {...parts} />
      <Sample preview={preview} />
      <Columns {...parts} />
    </Screen>
  );
}

function Open({ names: [first, ...others] }: { names: readonly string[] }) {
  if (first === undefined) return null;
  return (
    <p class="faint small">
      {others.length === 0
        ? t("Say who {name} is.", { name: first })
        : tn(
            "Say who {name} and {count} other are.",
            "Say who {name} and {count} others are.",
            others.length,
            { name: first },
          )}
    </p>
  );
}

/** What was chosen, kept on this phone: for when the screen is left, and for the next file. */
function useChoices(group: string) {
  const [choices, setChoices] = useState<Choices>(NOTHING_CHOSEN);
  const place = `import into ${group}`;
  useRead(
    () => savedForm<Choices["players"]>(place),
    (players) => setChoices((now) => ({ ...now, players: { ...players, ...now.players } })),
    [place],
  );
  const keep = (players: Choices["players"]) => saveForm(place, players);
  function choose(next: Choices) {
    setChoices(next);
    void keep(next.players);
  }
  return { choices, choose, keep };
}
