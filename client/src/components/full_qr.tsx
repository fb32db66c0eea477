import { t } from "../i18n";
import { Dialog } from "./dialog";
import { QrPicture } from "./qr_picture";
import "./full_qr.css";

interface Props {
  title: string;
  svg: string;
  /** What the code leads to. */
  alt: string;
  /** The code to type, if there is one. */
  code?: string;
  onClose: () => void;
}

/** A QR code as large as the screen, to be scanned across a table. */
export function FullQr({ title, svg, alt, code, onClose }: Props) {
  return (
    <Dialog title={title} full onClose={onClose}>
      <div class="full-qr">
        <QrPicture svg={svg} alt={alt} />
        {code && (
          <p class="full-qr-code">
            <span class="visually-hidden">{t("Code:")}</span> {code}
          </p>
        )}
      </div>
    </Dialog>
  );
}
