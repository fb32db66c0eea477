import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { type Changed, deleteList, type PhaseList, renameList, saveList } from "./phase_lists";

interface Props {
  group: string;
  list: PhaseList;
  /** The lists that there are now. */
  onLists: (lists: readonly PhaseList[]) => void;
  /** The list is gone; its Phases can still be played. */
  onDeleted: () => void;
}

/** What can be done about a list that the group has saved: another name, or delete it. */
export function SavedList({ group, list, onLists, onDeleted }: Props) {
  const [name, setName] = useState(list.name);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const wanted = cleanName(name);

  /** Do it, and offer the way back; tells whether it was done. */
  const act = async (
    change: () => Promise<Changed>,
    text: string,
    undo: () => Promise<Changed>,
  ): Promise<boolean> => {
    setBusy(true);
    const answer = await change();
    setBusy(false);
    setRefusal(answer.refusal);
    if (answer.refusal !== undefined) return false;
    tell(text, {
      undo: async () => {
        const back = await undo();
        if (back.refusal === undefined) onLists(back.lists);
        else tell(back.refusal);
        return null;
      },
    });
    onLists(answer.lists);
    return true;
  };
  const rename = () =>
    act(
      () => renameList(group, list, wanted),
      t("{old} is now called {name}", { old: list.name, name: wanted }),
      () => renameList(group, list, list.name),
    );
  const remove = async () => {
    const isGone = await act(
      () => deleteList(group, list),
      t("{name} deleted", { name: list.name }),
      () => saveList(group, list),
    );
    if (isGone) onDeleted();
  };

  return (
    <>
      <Field
        label={t("Name of the list")}
        value={name}
        maxLength={LONGEST_NAME}
        error={refusal}
        onValue={(typed) => {
          setName(typed);
          setRefusal(undefined);
        }}
        after={
          <Button
            small
            disabled={busy || wanted === "" || wanted === list.name}
            onClick={() => void rename()}
          >
            {t("Rename")}
          </Button>
        }
      />
      <Button small disabled={busy} onClick={() => void remove()}>
        {t("Delete this list")}
      </Button>
    </>
  );
}
