import { useEffect, useState } from "preact/hooks";
import { account, home, network, refreshHome } from "../../store";
import { FirstVisit } from "./first_visit";
import { YourTables } from "./your_tables";
import "./start.css";

/** Your tables, and the way to a new one; the first time, your name. */
export default function Start() {
  const token = account.value?.token;
  const isThere = network.value;
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!token || !isThere) return;
    const done = () => setAsked(true);
    void refreshHome().then(done, done); // what this phone knows is shown already
  }, [token, isThere]);
  if (!account.value) return <FirstVisit />;
  // Who is not on the server yet has nothing there.
  const isReading = token !== null && isThere && !asked;
  const isKnown = token === null || home.value !== null;
  return <YourTables rest={isReading ? "reading" : isKnown ? "known" : "unknown"} />;
}
