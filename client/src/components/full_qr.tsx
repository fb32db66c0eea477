import { t } from "../i18n";
import { Dialog } from "./dialog";
import { QrPicture } from "./qr_picture";
import "./full_qr.css";

interface Props {
  title: string;
  /** Where the code leads, its picture, and what can be typed instead, if anything can. */
  of: { link: string; svg: string; code?: string };
  /** What it leads to, in words. */
  alt: string;
  onClose: () => void;
}

/** A QR code as large as the screen, to be scanned across a table. */
export function FullQr({ title, of, alt, onClose }: Props) {
  return (
    <Dialog title={title} full onClose={onClose}>
      <div class="full-qr">
        <QrPicture of={of} alt={alt} />
        {of.code && (
          <p class="code">
            <span class="visually-hidden">{t("Code:")}</span> {of.code}
          </p>
        )}
      </div>
    </Dialog>
  );
}
