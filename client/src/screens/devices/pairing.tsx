import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Notice } from "../../components/notice";
import { QrPicture } from "../../components/qr_picture";
import { t } from "../../i18n";
import { timeWords } from "../../i18n/formats";
import { readDevices, startPairing } from "../../server/accounts";
import type { Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { deviceName } from "./device_name";

type Device = Schemas["Device"];

interface Props {
  /** Those that were there before. */
  known: readonly Device[];
  onDevices: (devices: readonly Device[]) => void;
  onClose: () => void;
}

const LOOK_EVERY = 2500; // milliseconds
const LASTS = 10 * 60_000; // milliseconds, as the server says; its clock may be another one

/** What the other device scans or types; says who has come. */
export function Pairing({ known, onDevices, onClose }: Props) {
  const [pairing, setPairing] = useState<(Schemas["Pairing"] & { until: Date }) | null>(null);
  const [before] = useState(() => new Set(known.map(({ id }) => id)));
  const [come, setCome] = useState<Device | null>(null);
  const [isOver, setOver] = useState(false);
  const asking = useAsking();
  const { ask } = asking;

  const begin = () => {
    setOver(false);
    return ask(async () => {
      const made = await startPairing();
      setPairing({ ...made, until: new Date(Date.now() + LASTS) });
    });
  };
  useEffect(() => void begin(), []);

  useEffect(() => {
    if (!pairing || come) return;
    const timer = setInterval(async () => {
      setOver(new Date() >= pairing.until);
      const devices = await readDevices().catch(() => []);
      const found = devices.find(({ id }) => !before.has(id));
      if (!found) return;
      onDevices(devices);
      setCome(found);
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [pairing, come]);

  return (
    <Dialog title={t("Log in another device")} full onClose={onClose}>
      {come ? (
        <Notice live title={t("{device} is logged in.", { device: deviceName(come) })} />
      ) : (
        <>
          <WhyNot asking={asking} actions={<Button onClick={begin}>{t("Try again")}</Button>} />
          {pairing && !isOver && (
            <>
              <p>
                {t(
                  "Scan this with the camera of the other device. It will be you, without a password: show it to nobody else.",
                )}
              </p>
              <QrPicture of={pairing} alt={t("QR code: log in another device")} />
              <p>
                {t(
                  "Or open Tableside there, tap “Log in by the code of another device”, and type:",
                )}
              </p>
              <p class="code pairing-code">{pairing.code}</p>
              <p class="faint small">
                {t("It works once, until {time}.", { time: timeWords(pairing.until) })}
              </p>
            </>
          )}
          {pairing && isOver && (
            <Notice
              live
              title={t("This code has expired.")}
              actions={<Button onClick={begin}>{t("Show a new one")}</Button>}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
