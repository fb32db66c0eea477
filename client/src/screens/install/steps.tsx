/**
 * How each kind of device comes to trust the server's root certificate. What devices call
 * things is to be translated as they do, in their settings in that language.
 */

import type { ComponentChild, ComponentChildren } from "preact";
import { t, tc } from "../../i18n";
import { rich } from "../../i18n/rich";
import type { DeviceKind } from "./device";
import { Choice, Done, Download, File, Settings, Switch } from "./pictures";

const CERTIFICATE = "/install/tableside.crt";
const PROFILE = "/install/tableside.mobileconfig";

export function deviceWords(kind: DeviceKind): string {
  switch (kind) {
    case "android":
      return t("Android phone or tablet");
    case "iphone":
      return t("iPhone or iPad");
    case "windows":
      return "Windows";
    case "mac":
      return "Mac";
    case "other":
      return t("Linux, or Firefox anywhere");
  }
}

export function Steps({ kind }: { kind: DeviceKind }) {
  const wide = kind !== "android" && kind !== "iphone";
  return (
    <ol class="install-steps">
      <Step picture={<Download wide={wide} />} file={kind === "iphone" ? PROFILE : CERTIFICATE}>
        {kind === "iphone"
          ? rich(
              t("Open this page in Safari. Download the profile of this server, and tap {allow}."),
              { allow: <b>{tc("iPhone", "Allow")}</b> },
            )
          : t("Download the certificate of this server.")}
      </Step>
      {STEPS[kind]()}
      <Step picture={<Done wide={wide} />}>
        {t("Come back here: this page goes on by itself.")}
      </Step>
    </ol>
  );
}

/** What is to be done between the download and the return. */
const STEPS: Readonly<Record<DeviceKind, () => ComponentChildren>> = {
  android: () => (
    <>
      <Step picture={<Settings row={2} />}>
        {t("Open the phone's settings, and search them for “CA certificate”. Or go there:")}
        <Way
          to={[
            tc("Android", "Security and privacy"),
            tc("Android", "More security settings"),
            tc("Android", "Encryption and credentials"),
            tc("Android", "Install a certificate"),
            tc("Android", "CA certificate"),
          ]}
        />
      </Step>
      <Step picture={<File />}>
        {rich(t("Tap {anyway}, and choose {file} from the downloads."), {
          anyway: <b>{tc("Android", "Install anyway")}</b>,
          file: <b dir="ltr">tableside.crt</b>,
        })}
      </Step>
    </>
  ),
  iphone: () => (
    <>
      <Step picture={<Settings row={0} />}>
        {rich(t("Open the settings. At the top, tap {downloaded}, then {install}."), {
          downloaded: <b>{tc("iPhone", "Profile Downloaded")}</b>,
          install: <b>{tc("iPhone", "Install")}</b>,
        })}
      </Step>
      <Step picture={<Switch />}>
        {t("Still in the settings, turn on the switch beside “Tableside”, far down:")}
        <Way
          to={[
            tc("iPhone", "General"),
            tc("iPhone", "About"),
            tc("iPhone", "Certificate Trust Settings"),
          ]}
        />
      </Step>
    </>
  ),
  windows: () => (
    <>
      <Step picture={<File wide />}>
        {t("Open the file, and choose:")}
        <Way to={[tc("Windows", "Install Certificate"), tc("Windows", "Current User")]} />
      </Step>
      <Step picture={<Choice />}>
        {t("Choose the store yourself:")}
        <Way
          to={[
            tc("Windows", "Place all certificates in the following store"),
            tc("Windows", "Trusted Root Certification Authorities"),
          ]}
        />
      </Step>
    </>
  ),
  mac: () => (
    <>
      <Step picture={<File wide />}>
        {t("Open the file: Keychain Access adds it. There, double-click “Tableside”.")}
      </Step>
      <Step picture={<Choice />}>
        {t("Choose, and close the window:")}
        <Way to={[tc("Mac", "Trust"), tc("Mac", "Always Trust")]} />
      </Step>
    </>
  ),
  other: () => (
    <Step picture={<Choice />}>
      {t(
        "Search the settings of the browser for “certificates”, and import the file as an authority that identifies websites.",
      )}
    </Step>
  ),
};

interface StepProps {
  picture: ComponentChild;
  /** What is to be downloaded. */
  file?: string;
  children: ComponentChildren;
}

function Step({ picture, file, children }: StepProps) {
  return (
    <li class="install-step">
      {picture}
      <div class="install-words">
        <div>{children}</div>
        {file && (
          // Not a screen: the browser itself has to get it, and iPhones only install what they open.
          <a class="button" data-kind="quiet" href={file} target="_self">
            {t("Download")}
          </a>
        )}
      </div>
    </li>
  );
}

/** Where to tap, one after the other, as the device calls it. */
function Way({ to }: { to: readonly string[] }) {
  return (
    <span class="wrapping install-way">
      {to.map((name, index) => (
        <span key={name}>
          <b>{name}</b>
          {index < to.length - 1 && <span aria-hidden="true"> ›</span>}
        </span>
      ))}
    </span>
  );
}
