import { useEffect, useState } from "preact/hooks";

/** Room for two columns, and for a foot below them. */
export const WIDE = "(min-width: 48rem) and (min-height: 30.01rem)";

/** A phone on its side: a foot below the content would cover it. */
export const LOW = "(max-height: 30rem)";

/** Whether the screen is as a media query has it: for what is drawn nowhere else. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return matches;
}
