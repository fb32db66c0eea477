import { lastAction, type Stored } from "../store";

/** Show what was done, with the way back, or why it was refused; tells whether it was done. */
export async function withUndo(acting: Promise<Stored>, text: string): Promise<boolean> {
  const { problem, undo = null } = await acting;
  lastAction.value = problem ? { text: problem.detail, undo: null } : { text, undo };
  return !problem;
}
