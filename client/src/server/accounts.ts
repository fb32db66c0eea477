/** Who holds this phone: ways in and out, other devices, what the server keeps. Online only. */

import { api, read, readFile, type Schemas, write } from "./api";
import { deviceName } from "./device_name";

type Account = Schemas["Account"];
type Login = Schemas["DeviceLogin"];

// --- Ways in ---------------------------------------------------------------------------

/** Begin with a name, and with the server at once, as those who join must. */
export function createGuest(name: string): Promise<Login> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body = { name, device: deviceName(), ...(timeZone && { time_zone: timeZone }) };
  return write((header) => api.POST("/api/v1/auth/guests/", { params: { header }, body }));
}

/** `hint` is what the last login on this phone has left. Throws `Refused` with `wrong_credentials`. */
export function logIn(email: string, password: string, hint: string | null): Promise<Login> {
  const body = { email, password, device: deviceName(), ...(hint && { device_hint: hint }) };
  return write((header) => api.POST("/api/v1/auth/login/", { params: { header }, body }));
}

/**
 * Keep the account of a guest: all other devices are logged out, and this one has a new token. The
 * address counts at once, or is pending until the link that is mailed there is opened.
 */
export function keepAccount(email: string, password: string): Promise<Login> {
  const body = { email, password, device: deviceName() };
  return write((header) => api.POST("/api/v1/auth/claim/", { params: { header }, body }));
}

/** What another device scans or types to be the same person. It works once, for some minutes. */
export function startPairing(): Promise<Schemas["Pairing"]> {
  return write((header) => api.POST("/api/v1/auth/pairing/", { params: { header } }));
}

/** Log in by the code of another device; throws `Refused` with `unknown_code`. */
export function pairWith(code: string): Promise<Login> {
  const body = { code, device: deviceName() };
  return write((header) => api.POST("/api/v1/auth/pair/", { params: { header }, body }));
}

/** Use the `key` of a mailed link that confirms an address; throws `Refused` with `unknown_link`. */
export function confirmEmail(key: string): Promise<{ email: string }> {
  return write((header) =>
    api.POST("/api/v1/auth/email/confirm/", { params: { header }, body: { key } }),
  );
}

/** Have a link mailed; the answer is the same whether there is such an account. */
export function forgotPassword(email: string): Promise<{ message: string }> {
  return write((header) =>
    api.POST("/api/v1/auth/password-reset/", { params: { header }, body: { email } }),
  );
}

/** Use the `key` of a mailed link, two parts with a dot; throws `Refused` with `unknown_link`. */
export function choosePassword(key: string, password: string): Promise<Login> {
  const [uid = "", token = ""] = key.split(".");
  const body = { uid, token, password, device: deviceName() };
  return write((header) =>
    api.POST("/api/v1/auth/password-reset/confirm/", { params: { header }, body }),
  );
}

// --- Me --------------------------------------------------------------------------------

export function readMe(): Promise<Account> {
  return read(api.GET("/api/v1/me/"));
}

/** A new address or password; both need the current password. */
export function changeCredentials(
  body: Pick<Schemas["ProfileRequest"], "email" | "password" | "current_password">,
): Promise<Account> {
  return write((header) => api.PATCH("/api/v1/me/", { params: { header }, body }));
}

/** This device first, then the last used. */
export async function readDevices(): Promise<Schemas["Device"][]> {
  const query = { kind: "device" as const };
  const tokens = await read(api.GET("/api/v1/me/tokens/", { params: { query } }));
  const devices = tokens.filter((token) => token.kind === "device");
  const lastUsed = (one: Schemas["Device"], other: Schemas["Device"]) =>
    Number(other.current) - Number(one.current) || other.seen_at.localeCompare(one.seen_at);
  return devices.sort(lastUsed);
}

/** Log a device out, or revoke an access token. */
export async function endToken(access_token: string): Promise<void> {
  const path = { access_token };
  await write((header) =>
    api.DELETE("/api/v1/me/tokens/{access_token}/", { params: { path, header } }),
  );
}

// --- Access tokens: for programs ---------------------------------------------------------

export type AccessToken = Schemas["AccessToken"];
export type Scope = AccessToken["scopes"][number];

/** The newest first. */
export async function readAccessTokens(): Promise<AccessToken[]> {
  const tokens = await read(api.GET("/api/v1/me/tokens/"));
  return tokens.filter((token) => token.kind === "access");
}

/** With its secret, which is shown only now. */
export function createAccessToken(
  body: Schemas["AccessTokenRequest"],
): Promise<Schemas["NewAccessToken"]> {
  return write((header) => api.POST("/api/v1/me/tokens/", { params: { header }, body }));
}

/** All that the server knows of me, as a JSON file. */
export function exportMe(): Promise<Blob> {
  return readFile("/api/v1/me/export/", "application/json");
}

/** For good. Throws `Refused` with `last_owner` and the groups that need somebody else. */
export async function deleteMe(password: string): Promise<void> {
  const body = { confirm: true, ...(password && { current_password: password }) };
  await write((header) => api.POST("/api/v1/me/delete/", { params: { header }, body }));
}
