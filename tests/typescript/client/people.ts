// Who holds the phone: a guest at first, perhaps an account later, on one device or more.

import { api, explain, forget, keep, once, read, Refused, type Schemas, write } from "./api";

type User = Schemas["Account"];

// --- The server ---------------------------------------------------------------------------

/** Whether the server still works with this version of the client. */
export async function isSupported(version: string): Promise<boolean> {
  const { oldest_client } = await read(api.GET("/api/v1/"));
  return version.localeCompare(oldest_client, "en", { numeric: true }) >= 0;
}

// --- Ways in ----------------------------------------------------------------------------

export async function begin(name: string, device: string): Promise<User> {
  return keep(
    await write((header) =>
      api.POST("/api/v1/auth/guests/", { params: { header }, body: { name, device } }),
    ),
  );
}

/** Claim the guest's account; a sentence for the form where that cannot be. */
export async function keepAccount(email: string, password: string): Promise<User | string> {
  const { data, error } = await once((header) =>
    api.POST("/api/v1/auth/claim/", { params: { header }, body: { email, password } }),
  );
  if (data) return keep(data);
  switch (error.code) {
    case "already_claimed":
      return "You have an account: log in with it.";
    case "email_taken":
      return "Somebody has this address: was it you?";
    default:
      return explain(error);
  }
}

export async function logIn(email: string, password: string): Promise<User> {
  const body = { email, password, device: "Tablet" };
  return keep(
    await write((header) => api.POST("/api/v1/auth/login/", { params: { header }, body })),
  );
}

/** What another phone scans or types to be the same person. */
export async function showPairing(): Promise<{ picture: string; typed: string; ends: Date }> {
  const { svg, code, expires_at } = await write((header) =>
    api.POST("/api/v1/auth/pairing/", { params: { header } }),
  );
  return { picture: svg, typed: code, ends: new Date(expires_at) };
}

/** Log in by the code of another phone; null where the code is wrong or too old. */
export async function pair(code: string): Promise<User | null> {
  const { data, error } = await once((header) =>
    api.POST("/api/v1/auth/pair/", { params: { header }, body: { code } }),
  );
  if (error?.code === "unknown_code") return null;
  if (error) throw new Refused(error);
  return keep(data);
}

export async function forgotPassword(email: string): Promise<string> {
  const { message } = await write((header) =>
    api.POST("/api/v1/auth/password-reset/", { params: { header }, body: { email } }),
  );
  return message;
}

/** Come back by the link that was mailed: behind its # are two parts. */
export async function choosePassword(link: string, password: string): Promise<User> {
  const [uid = "", token = ""] = new URL(link).hash.slice(1).split(".");
  const body = { uid, token, password };
  return keep(
    await write((header) =>
      api.POST("/api/v1/auth/password-reset/confirm/", { params: { header }, body }),
    ),
  );
}

/** Confirm an address by the link that was mailed to it. */
export async function confirmAddress(link: string): Promise<void> {
  const key = new URL(link).hash.slice(1);
  await write((header) =>
    api.POST("/api/v1/auth/email/confirm/", { params: { header }, body: { key } }),
  );
}

// --- Me ---------------------------------------------------------------------------------

export async function greeting(): Promise<string> {
  const me = await read(api.GET("/api/v1/me/"));
  return me.is_guest ? `Hello ${me.name}` : `Hello ${me.name} (${me.email ?? "no address"})`;
}

export function changeMe(body: { name: string } | { email: string; current_password: string }) {
  return write((header) => api.PATCH("/api/v1/me/", { params: { header }, body }));
}

/** Log out every device but this one; the names of those that it was. */
export async function logOutOthers(): Promise<string[]> {
  const devices = await read(api.GET("/api/v1/me/devices/"));
  const others = devices.filter((device) => !device.current);
  for (const { id } of others) {
    await write((header) =>
      api.DELETE("/api/v1/me/devices/{device}/", { params: { path: { device: id }, header } }),
    );
  }
  return others.map(({ device, seen_at }) => {
    return `${device || "no name"}, last seen ${new Date(seen_at).toLocaleDateString()}`;
  });
}

// --- Ways out ---------------------------------------------------------------------------

export async function logOut(): Promise<void> {
  await write((header) => api.POST("/api/v1/auth/logout/", { params: { header } }));
  forget();
}

/** All that is known of me, to be saved as a file. */
export async function takeAlong(): Promise<{ file: string; text: string }> {
  const known = await read(api.GET("/api/v1/me/export/"));
  return { file: `${known.user.name} ${known.exported_at}.json`, text: JSON.stringify(known) };
}

export async function leaveForGood(password?: string): Promise<void> {
  const body = { confirm: true, ...(password && { current_password: password }) };
  await write((header) => api.POST("/api/v1/me/delete/", { params: { header }, body }));
  forget();
}
