import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { List } from "../../components/list";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { whenWords } from "../../i18n/formats";
import { readDevices } from "../../server/accounts";
import { account } from "../../store";
import { WhyNot } from "../asking";
import { deviceName } from "./device_name";
import { Pairing } from "./pairing";
import { useTokens } from "./use_tokens";
import "./devices.css";

/** The devices that are logged in as me, and the way for another one. */
export default function Devices() {
  const { tokens: devices, setTokens, asking, isKnown, readAgain, end } = useTokens(readDevices);
  const [pairing, setPairing] = useState(false);
  if (!account.value) {
    return (
      <Screen title={t("Devices")} up="/me">
        <EmptyState title={t("Nobody uses this phone yet.")}>
          <ButtonLink href="/pair">{t("Log in by the code of another device")}</ButtonLink>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen
      title={t("Devices")}
      up="/me"
      foot={
        <Button kind="main" disabled={!devices} onClick={() => setPairing(true)}>
          {t("Log in another device")}
        </Button>
      }
    >
      <div class="section">
        <p class="faint">{t("All of them are you: whoever holds one can do what you can.")}</p>
        {!isKnown && <p>{t("This needs the network: the server does not know you yet.")}</p>}
        <WhyNot asking={asking} />
      </div>
      {devices && (
        <List label={t("Devices")}>
          {devices.map((device) => (
            <li key={device.id} class="row list-item device">
              <div class="device-words">
                <span class="row list-title">
                  <bdi>{deviceName(device)}</bdi>
                  {device.current && <Tag on>{t("this one")}</Tag>}
                </span>
                <span class="list-detail faint small">
                  {t("last used: {when}", { when: whenWords(device.seen_at) })}
                </span>
              </div>
              {!device.current && (
                <Button small disabled={asking.busy} onClick={() => void end(device)}>
                  {t("Log out")}
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
      {pairing && (
        <Pairing
          known={devices ?? []}
          onDevices={setTokens}
          onClose={() => {
            setPairing(false);
            void readAgain();
          }}
        />
      )}
    </Screen>
  );
}
