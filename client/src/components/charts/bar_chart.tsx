import type { ComponentChildren } from "preact";
import "./charts.css";
import { type Bar, type BarLength, layoutBars } from "./bar_layout";

export interface BarRow extends Bar {
  id: string;
  label: ComponentChildren;
  /** A line of small print below the label, such as how many games it is about. */
  detail?: string;
  valueWords: string;
  comparedWords?: string;
}

interface Props {
  title: string;
  /** The name of the rows, such as "Player". */
  of: string;
  /** What the bars show. */
  value: string;
  compared?: string;
  rows: readonly BarRow[];
  /** What a bar across the whole width stands for at least. */
  full?: number;
}

/** A table whose rows have bars: filled, and an outline for what they are compared with. */
export function BarChart({ title, of, value, compared, rows, full }: Props) {
  const lengths = layoutBars(rows, full);
  return (
    <div class="bars-frame">
      <table class="bars">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">
              <span class="bars-head">
                <span class="bars-key" aria-hidden="true" />
                <span>{value}</span>
              </span>
            </th>
            {compared && (
              <th scope="col">
                <span class="bars-head">
                  <span class="bars-key" data-compared aria-hidden="true" />
                  <span>{compared}</span>
                </span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, detail, valueWords, comparedWords = "–" }, index) => (
            <tr key={id}>
              <th scope="row">
                <div>{label}</div>
                {detail && <span class="bars-detail">{detail}</span>}
                <Bars length={lengths[index]} />
              </th>
              <td class="number">{valueWords}</td>
              {compared && <td class="number">{comparedWords}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Bars({ length }: { length: BarLength | undefined }) {
  if (!length) return null;
  const { value, compared } = length;
  return (
    <svg class="bars-drawing" height={compared === null ? 10 : 18} aria-hidden="true">
      <rect class="bars-value" y="0" width={`${value}%`} height="10" rx="2" />
      {compared !== null && compared > 0 && (
        <rect class="bars-compared" x="0.5" y="12.5" width={`${compared}%`} height="5" />
      )}
    </svg>
  );
}
