import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import "./qr_picture.css";

/** Names by which a machine means itself. */
const ONLY_HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface Props {
  /** Where the code leads, and its picture as the server drew it. */
  of: { link: string; svg: string };
  /** What that is, in words. */
  alt: string;
}

/** A QR code, dark on white in both themes. The SVG stays an image: nothing in it can run. */
export function QrPicture({ of: { link, svg }, alt }: Props) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return (
    <>
      <div class="qr-picture">{address && <img src={address} alt={alt} />}</div>
      {ONLY_HERE.has(new URL(link).hostname) && (
        <p class="faint small">
          {t(
            "Opened as localhost, this leads nowhere from other phones. Use the address that the server printed when it started.",
          )}
        </p>
      )}
    </>
  );
}
