import { computed, effect, signal } from "@preact/signals";
import { t, tn } from "../i18n";
import { loggedOut, outbox } from "../store";
import "./waiting.css";

/** How long sending may take before it is worth a word. */
const PATIENCE_MS = 2_000;

const unsent = computed(() => outbox.value.waiting - outbox.value.troubles.length);
const slow = signal(false);

effect(() => {
  if (unsent.value <= 0) {
    slow.value = false;
    return;
  }
  const timer = setTimeout(() => {
    slow.value = true;
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
});

/** A line of small print for what waits to be sent: no alarm. */
export function Waiting() {
  const { state } = outbox.value;
  if (unsent.value <= 0 || state === "idle") return null;
  if (loggedOut.value) {
    return (
      <p class="foot-words faint small">
        {tn(
          "Saved here · {count} change waits until you log in",
          "Saved here · {count} changes wait until you log in",
          unsent.value,
        )}
      </p>
    );
  }
  if (state === "sending" && !slow.value) return null;
  return (
    <p class="foot-words faint small">
      {state === "sending"
        ? t("Saved here · sending …")
        : tn(
            "Saved here · {count} change waits for the network",
            "Saved here · {count} changes wait for the network",
            unsent.value,
          )}
    </p>
  );
}
