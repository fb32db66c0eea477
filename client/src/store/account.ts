/** Who uses this phone, and how they like it. */

import { computed, type ReadonlySignal } from "@preact/signals";
import type { Schemas } from "./actions/actions";
import type { OutboxItem } from "./actions/outbox_item";
import { readingOf } from "./sent/server";
import type { Shared } from "./sent/surroundings";
import { putFact } from "./stored/local_rows";
import type { Settings } from "./stored/rows";

/** Logging out would lose what waits. */
export class WaitingError extends Error {
  override name = "WaitingError";
}

/** The person; without a token, the server does not know them yet. */
export interface Me {
  name: string;
  token: string | null;
  user: Schemas["Account"] | null;
}

type KeptLogin = Omit<Schemas["DeviceLogin"], "device_hint"> & Partial<Schemas["DeviceLogin"]>;

const FIRST_SETTINGS: Settings = {
  language: null,
  theme: "auto",
  textSize: 100,
  vibration: false,
  sound: false,
  dataSaver: false,
  readAloud: false,
};

export function accountOn(shared: Shared, items: ReadonlySignal<readonly OutboxItem[]>) {
  const { local, server, newId, device, timeZone, wake } = shared;
  const account = computed<Me | null>(() => {
    const fact = local.fact("account");
    if (!fact) return null;
    const { token, user } = fact;
    const names = items.value.flatMap(({ action, trouble }) =>
      action.kind === "changeMe" && action.change.name && !trouble ? [action.change.name] : [],
    );
    return { name: names.at(-1) ?? fact.name, token, user };
  });
  const settings = computed<Settings>(() => ({ ...FIRST_SETTINGS, ...local.fact("settings") }));

  /** Begin with a name; the guest is created on the server as soon as it can be reached. */
  async function begin(name: string): Promise<void> {
    const guest = { device: device(), timeZone: timeZone() };
    const value = { name, token: null, user: null, key: newId(), guest };
    await local.write((rows) => putFact(rows, "account", value));
    wake();
  }

  /** Without a new hint, the one of before stays. */
  async function keepLogin({ token, user, device_hint }: KeptLogin): Promise<void> {
    const value = { name: user.name, token, user, key: newId() };
    await local.write(async (rows) => {
      await putFact(rows, "account", value);
      if (device_hint) await putFact(rows, "device_hint", device_hint);
    });
    wake();
  }

  /** With which the server knows this phone at its next login; it does not say whose it is. */
  function deviceHint(): string | null {
    return local.fact("device_hint") ?? null;
  }

  /** Forget everything on this phone but that; throws `WaitingError` if something waits. */
  async function logOut({ force = false } = {}): Promise<void> {
    const token = local.fact("account")?.token ?? null;
    if (!force && items.peek().length > 0) throw new WaitingError();
    const chosen = settings.peek();
    const hint = deviceHint();
    await local.write(async (rows) => {
      await rows.clear();
      await putFact(rows, "settings", chosen);
      if (hint) await putFact(rows, "device_hint", hint);
    });
    if (token === null) return;
    const call = { ...readingOf("/api/v1/me/tokens/current/"), method: "DELETE" };
    server.send(call, { token, key: newId() }).catch(() => {}); // or never: nobody waits for it
  }

  async function changeSettings(change: Partial<Settings>): Promise<void> {
    await local.write((rows) => putFact(rows, "settings", { ...settings.peek(), ...change }));
  }

  return { account, settings, begin, keepLogin, deviceHint, logOut, changeSettings };
}
