import type { ComponentChildren } from "preact";
import { t, tn } from "../i18n";
import { current } from "../router";
import { account, loggedOut, outbox, type StorageState, storage } from "../store";
import { takeOver, updateReady } from "../update";
import "./banners.css";

const WAYS_IN = ["/me/account", "/pair", "/reset"];

/** What everybody should know before going on: above every screen, and rarely there. */
export function Banners() {
  const { troubles } = outbox.value;
  const first = troubles[0];
  const path = current.value?.path ?? "";
  const isDecidedHere =
    path.startsWith("/trouble/") ||
    path === `/g/${first?.game}/table` ||
    (first?.problem.code === "line_changed" && path === `/g/${first.game}/enter`);
  return (
    <>
      <StorageBanner state={storage.value} />
      {loggedOut.value && account.value && !WAYS_IN.includes(path) && (
        <Banner>
          {t(
            "This phone was logged out by another one, or its account was deleted. What you enter is kept here.",
          )}
          <a href="/me/account">{t("Log in")}</a>
        </Banner>
      )}
      {updateReady.value && (
        <Banner tone="say">
          {t("A new version is ready. It comes once the round is recorded.")}
          <button type="button" onClick={() => takeOver()}>
            {t("Use it now")}
          </button>
        </Banner>
      )}
      {first && !isDecidedHere && (
        <Banner>
          <a href={`/trouble/${first.id}`}>
            {tn(
              "{count} change needs your decision",
              "{count} changes need your decision",
              troubles.length,
            )}
          </a>
        </Banner>
      )}
    </>
  );
}

function StorageBanner({ state }: { state: StorageState }) {
  const words: Readonly<Record<StorageState, (() => string) | null>> = {
    ok: null,
    full: () =>
      t("The storage of this phone is full: what you enter now may be lost. Free some space."),
    memory_only: () =>
      t(
        "This browser keeps nothing, as in a private window: what has not been sent is lost when you close it.",
      ),
    newer_version: () =>
      t(
        "Another tab uses a newer version of Tableside. Close the other tabs and load this one again.",
      ),
    lost: () =>
      t(
        "The browser has cleared what was stored here. Load the page again to go on with what the server has.",
      ),
  };
  const text = words[state]?.();
  if (!text) return null;
  return (
    <Banner>
      {text}
      {(state === "newer_version" || state === "lost") && (
        <button type="button" onClick={() => location.reload()}>
          {t("Load again")}
        </button>
      )}
    </Banner>
  );
}

/** A line at the top of the screen; `no` warns, `say` tells. */
function Banner({ tone = "no", children }: { tone?: "say" | "no"; children: ComponentChildren }) {
  return (
    <div class="row banner" role="status" data-tone={tone}>
      {children}
    </div>
  );
}
