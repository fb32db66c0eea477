import { useEffect, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { List } from "../../components/list";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { whenWords } from "../../i18n/formats";
import { endToken, readDevices } from "../../server/accounts";
import { account, network, type Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { deviceName } from "./device_name";
import { Pairing } from "./pairing";
import "./devices.css";

/** The devices that are logged in as me, and the way for another one. */
export default function Devices() {
  const [devices, setDevices] = useState<readonly Schemas["Device"][] | null>(null);
  const [pairing, setPairing] = useState(false);
  const asking = useAsking();
  const { ask } = asking;
  const token = account.value?.token ?? null;
  const online = network.value;

  const readAgain = async () => setDevices(await readDevices());
  useEffect(() => {
    if (token) void ask(readAgain);
  }, [token, online]);
  const logOut = ({ id }: Schemas["Device"]) =>
    ask(async () => {
      await endToken(id);
      await readAgain();
    });

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
        {!token && <p>{t("This needs the network: the server does not know you yet.")}</p>}
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
                <Button small disabled={asking.busy} onClick={() => void logOut(device)}>
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
          onDevices={setDevices}
          onClose={() => {
            setPairing(false);
            void ask(readAgain);
          }}
        />
      )}
    </Screen>
  );
}
