import { Disclosure } from "../../components/disclosure";
import { ListSection } from "../../components/list_section";
import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import { t, tn } from "../../i18n";
import type { Group, Schemas } from "../../store";
import {
  type Choices,
  NEW_PLAYER,
  type PartProps,
  type Preview,
  playerOf,
  sameSaid,
  withSame,
} from "./reading";

interface NamesProps {
  preview: Preview;
  group: Group;
  choices: Choices;
  onChoose: (name: string, player: string) => void;
}

/** Who the names in the file are: those that are not recognized first. */
export function Names({ preview, group, choices, onChoose }: NamesProps) {
  const recognized = preview.players.filter(({ match }) => match !== null);
  const others = preview.players.filter(({ match }) => match === null);
  const choose = (name: Schemas["PreviewName"]) => (
    <NameChoice
      key={name.name}
      name={name}
      group={group}
      value={playerOf(name, choices)}
      onChange={(player) => onChoose(name.name, player)}
    />
  );
  if (preview.players.length === 0) return null;
  return (
    <ListSection title={t("Who is who")}>
      {others.length > 0 && <div class="section">{others.map(choose)}</div>}
      {recognized.length > 0 && (
        <Disclosure title={t("Recognized players")} value={recognized.length}>
          <div class="section">{recognized.map(choose)}</div>
        </Disclosure>
      )}
    </ListSection>
  );
}

interface ChoiceProps {
  name: Schemas["PreviewName"];
  group: Group;
  value: string | null;
  onChange: (player: string) => void;
}

/** One name: a new player, or one of the group; likely ones first. */
function NameChoice({ name, group, value, onChange }: ChoiceProps) {
  const likely = new Set(name.candidates.map(({ id }) => id));
  const others = group.players.filter(({ id }) => !likely.has(id));
  const options = [
    ...name.candidates,
    ...others.sort((one, other) => one.name.localeCompare(other.name)),
  ].map((player) => ({ value: player.id, label: player.name }));
  const open = value === null ? [{ value: "", label: t("Choose who this is") }] : [];
  return (
    <Select
      label={`${name.name} · ${tn("{count} line", "{count} lines", name.lines)}`}
      options={[...open, { value: NEW_PLAYER, label: t("A new player") }, ...options]}
      value={value ?? ""}
      onChange={(player) => {
        if (player) onChange(player);
      }}
    />
  );
}

/** Names in the file that look alike. */
export function SimilarNames({ preview, reading, onRead }: PartProps) {
  if (preview.similar_names.length === 0) return null;
  return (
    <ListSection title={t("Names that look alike")}>
      <div class="section">
        {preview.similar_names.map((pair) => (
          <Segmented
            key={pair.names.join("\n")}
            legend={pair.names.join(" · ")}
            options={[
              { value: "same", label: t("The same person") },
              { value: "others", label: t("Two people") },
            ]}
            value={answerOf(sameSaid(pair, reading))}
            onChange={(answer) => onRead(withSame(preview, reading, pair.names, answer === "same"))}
          />
        ))}
      </div>
    </ListSection>
  );
}

function answerOf(same: boolean | null): "same" | "others" | null {
  if (same === null) return null;
  return same ? "same" : "others";
}
