/** A card as a picture to send: its texts placed on a page, and drawn. System fonts only. */

/** What a picture says; a row can have a value at its end. */
export interface PictureTexts {
  /** Whose year it is: "Kitchen table · 2026". */
  head: string;
  title: string;
  big: string | undefined;
  rows: readonly PictureRow[];
}

export interface PictureRow {
  label: string;
  value?: string;
  /** Small print below. */
  detail?: string;
}

/** How wide a text is in a font, in pixels. */
export type Measure = (text: string, font: string) => number;

/** A line of text; `right` ends at `x`. */
export interface PlacedText {
  text: string;
  x: number;
  /** Of the line on which the letters stand. */
  y: number;
  font: string;
  color: string;
  right?: boolean;
}

// Pixels, and the colors of score sheets: a picture is light in both themes.
export const WIDTH = 1080;
export const HEIGHT = 1350;
const EDGE = 90;
const ROOM = WIDTH - 2 * EDGE;
const GAP = 30;
const FOOT = HEIGHT - 80;
const PAPER = "#fffefa";
const WASH = "#dcefe9";
const INK = "#1d2433";
const FAINT = "#5b6270";
const ACCENT = "#0b5d56";

const serif = (size: number) => `bold ${size}px ui-serif, Georgia, serif`;
const sans = (size: number, weight = "normal") => `${weight} ${size}px system-ui, sans-serif`;

/** Every line of a picture, where it stands; rows for which there is no room are counted. */
export function placed(texts: PictureTexts, measure: Measure): PlacedText[] {
  const found: PlacedText[] = [];
  let y = EDGE;
  function add(lines: readonly string[], size: number, font: string, color: string) {
    for (const text of lines) {
      y += size * 1.2;
      found.push({ text, x: EDGE, y, font, color });
    }
  }
  add([cut(texts.head, ROOM, sans(36), measure)], 36, sans(36), FAINT);
  y += GAP;
  add(wrapped(texts.title, ROOM, serif(64), measure).slice(0, 2), 64, serif(64), INK);
  if (texts.big !== undefined) {
    const { size, lines } = fitted(texts.big, measure);
    y += GAP;
    add(lines, size, serif(size), ACCENT);
  }
  y += 2 * GAP;
  const step = texts.rows.some(({ detail }) => detail) ? 108 : 66;
  const fit = Math.floor((FOOT - 2 * GAP - y) / step);
  const shown = texts.rows.length <= fit ? texts.rows : texts.rows.slice(0, fit - 1);
  for (const { label, value = "", detail } of shown) {
    const end = cut(value, ROOM / 2, sans(42, "bold"), measure);
    const taken = end ? measure(end, sans(42, "bold")) + GAP : 0;
    const text = cut(label, ROOM - taken, sans(42), measure);
    y += 66;
    found.push({ text, x: EDGE, y, font: sans(42), color: INK });
    if (end) {
      const x = WIDTH - EDGE;
      found.push({ text: end, x, y, font: sans(42, "bold"), color: INK, right: true });
    }
    if (detail !== undefined) {
      y += step - 66;
      const below = cut(detail, ROOM, sans(34), measure);
      found.push({ text: below, x: EDGE, y, font: sans(34), color: FAINT });
    }
  }
  if (shown.length < texts.rows.length) {
    const text = `+ ${texts.rows.length - shown.length}`;
    found.push({ text, x: EDGE, y: y + 66, font: sans(42), color: FAINT });
  }
  found.push({ text: "Tableside", x: EDGE, y: FOOT, font: serif(36), color: ACCENT });
  return found;
}

/** The largest size of three in which a text takes at most two lines; cut in the smallest. */
function fitted(text: string, measure: Measure): { size: number; lines: string[] } {
  for (const size of [140, 108, 84]) {
    const lines = wrapped(text, ROOM, serif(size), measure);
    if (lines.length <= 2 && lines.every((line) => measure(line, serif(size)) <= ROOM)) {
      return { size, lines };
    }
  }
  const [first = "", ...others] = wrapped(text, ROOM, serif(84), measure);
  const lines = others.length > 0 ? [first, others.join(" ")] : [first];
  return { size: 84, lines: lines.map((line) => cut(line, ROOM, serif(84), measure)) };
}

/** A text in lines of a width, broken between words. */
export function wrapped(text: string, width: number, font: string, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && measure(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text no wider than this: its end is left out, if need be. */
export function cut(text: string, width: number, font: string, measure: Measure): string {
  if (measure(text, font) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}…`, font) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The picture as a file. */
export async function pictureOf(texts: PictureTexts, name: string): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  const ground = context.createLinearGradient(0, 0, 0, HEIGHT * 0.6);
  ground.addColorStop(0, WASH);
  ground.addColorStop(1, PAPER);
  context.fillStyle = ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const measure: Measure = (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  };
  for (const { text, x, y, font, color, right } of placed(texts, measure)) {
    context.font = font;
    context.fillStyle = color;
    context.textAlign = right ? "right" : "left";
    context.fillText(text, x, y);
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("The picture could not be made.");
  return new File([blob], `${name}.png`, { type: "image/png" });
}
