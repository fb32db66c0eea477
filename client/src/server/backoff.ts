/** Milliseconds until the next try: longer each time, and not the same for all phones, which lose a server at once. */
export function backoff(failures: number, longest: number): number {
  return Math.min(longest, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
