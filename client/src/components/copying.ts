/** Copy a text; false if the browser lets nobody: then `select` has selected it where it stands. */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed: as without a secure context.
    }
  }
  select();
  return document.execCommand("copy"); // all there is on http://192.168.…
}
