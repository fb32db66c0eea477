import { useEffect } from "preact/hooks";
import { account, refreshHome } from "../../store";
import { FirstVisit } from "./first_visit";
import { YourTables } from "./your_tables";
import "./start.css";

/** Your tables, and the way to a new one; the first time, your name. */
export default function Start() {
  const token = account.value?.token;
  useEffect(() => {
    if (token) void refreshHome().catch(() => {}); // what this phone knows is shown already
  }, [token]);
  return account.value ? <YourTables /> : <FirstVisit />;
}
