/** Lists of Phases from the server, as far as it can be reached; kept for when it cannot. */

import { t } from "../../i18n";
import { api, isRefused, read, Unreachable, write } from "../../server/api";
import { savedForm, saveForm } from "../../store";
import type { EditionName, PhaseGroups } from "./form";

export interface Preset {
  kind: "even" | "random";
  phases: PhaseGroups[];
}

export interface PhaseList {
  id: string;
  name: string;
  edition: EditionName;
  phases: PhaseGroups[];
}

/** Tell the presets of an edition, those of the last time first; stops when the returned function is called. */
export function presets(edition: EditionName, tell: (presets: Preset[]) => void): () => void {
  return savedThenRead(`presets/${edition}`, tell, async () => {
    const params = { path: { edition }, query: { include: ["presets" as const] } };
    const { presets = [] } = await read(api.GET("/api/v1/referee/editions/{edition}/", { params }));
    return presets.flatMap(({ preset, phases }) =>
      preset === "official" ? [] : [{ kind: preset, phases: phases.map(({ groups }) => groups) }],
    );
  });
}

/** Tell the lists that a group has saved for an edition, those of the last time first. */
export function phaseLists(
  group: string | null,
  edition: EditionName,
  tell: (lists: PhaseList[]) => void,
): () => void {
  if (!group) {
    tell([]);
    return () => {};
  }
  const fitting = (lists: PhaseList[]) => tell(lists.filter((list) => list.edition === edition));
  return savedThenRead(`phase-lists/${group}`, fitting, () => lists(group));
}

/** What became of a change: the lists for the edition that there are now, or why not. */
export type Changed = { id: string; lists: PhaseList[]; refusal?: never } | { refusal: string };

/** Save Phases for the group; needs the server. */
export function saveList(
  group: string,
  { edition, name, phases }: Omit<PhaseList, "id">,
): Promise<Changed> {
  const body = { name, edition, phases: phases.map((groups) => ({ groups })) };
  const offline = t("Saving needs the network. The Phases stay in this form.");
  const path = { group };
  return changed({ group, edition }, offline, (header) =>
    api.POST("/api/v1/groups/{group}/phase-lists/", { params: { path, header }, body }),
  );
}

/** Give a list another name; needs the server. */
export function renameList(group: string, list: PhaseList, name: string): Promise<Changed> {
  const path = { group, phase_list: list.id };
  const body = { name };
  return changed({ group, ...list }, t("This needs the network."), (header) =>
    api.PATCH("/api/v1/groups/{group}/phase-lists/{phase_list}/", {
      params: { path, header },
      body,
    }),
  );
}

/** Delete a list; games that were started with it keep their Phases. Needs the server. */
export function deleteList(group: string, list: PhaseList): Promise<Changed> {
  const path = { group, phase_list: list.id };
  return changed({ group, ...list }, t("This needs the network."), (header) =>
    api.DELETE("/api/v1/groups/{group}/phase-lists/{phase_list}/", { params: { path, header } }),
  );
}

/** Change a list, and keep what there is then. */
async function changed(
  { group, edition, id = "" }: { group: string; edition: EditionName; id?: string },
  offline: string,
  change: Parameters<typeof write<{ id: string } | undefined>>[0],
): Promise<Changed> {
  try {
    const answer = await write(change);
    const all = await lists(group);
    await saveForm(`phase-lists/${group}`, all);
    return { id: answer?.id ?? id, lists: all.filter((list) => list.edition === edition) };
  } catch (error) {
    if (isRefused(error)) return { refusal: error.problem.detail };
    if (!(error instanceof Unreachable)) throw error;
    return { refusal: offline };
  }
}

async function lists(group: string): Promise<PhaseList[]> {
  const path = { group };
  const answer = await read(api.GET("/api/v1/groups/{group}/phase-lists/", { params: { path } }));
  return answer.map(({ id, name, edition, phases }) => ({
    id,
    name,
    edition,
    phases: phases.map(({ groups }) => groups),
  }));
}

/** Tell what was saved, then what the server says; nothing if it says nothing. */
function savedThenRead<Value>(
  form: string,
  tell: (value: Value) => void,
  load: () => Promise<Value>,
): () => void {
  let wanted = true;
  const run = async () => {
    const before = await savedForm<Value>(form);
    if (before !== undefined && wanted) tell(before);
    try {
      const value = await load();
      if (wanted) tell(value);
      await saveForm(form, value);
    } catch (error) {
      if (!isRefused(error) && !(error instanceof Unreachable)) throw error;
    }
  };
  void run();
  return () => {
    wanted = false;
  };
}
