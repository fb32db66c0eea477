import { useEffect, useState } from "preact/hooks";

/** The secret behind the `#` of the address that was opened; the address forgets it at once. */
export function useSecretInAddress(): string {
  const [secret, setSecret] = useState(takeSecret);
  useEffect(() => {
    // Another link, opened while this screen is shown, loads no new page.
    const changed = () => setSecret((last) => takeSecret() || last);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return secret;
}

function takeSecret(): string {
  const found = location.hash.slice(1);
  if (found) history.replaceState(history.state, "", location.pathname + location.search);
  try {
    return decodeURIComponent(found);
  } catch {
    return ""; // a broken escape: part of the link is missing
  }
}
