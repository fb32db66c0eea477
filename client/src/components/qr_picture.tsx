import { useEffect, useState } from "preact/hooks";
import "./qr_picture.css";

interface Props {
  /** The picture as the server drew it. */
  svg: string;
  /** What the code leads to. */
  alt: string;
}

/** A QR code, dark on white in both themes. The SVG stays an image: nothing in it can run. */
export function QrPicture({ svg, alt }: Props) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return <div class="qr-picture">{address && <img src={address} alt={alt} />}</div>;
}
