import { useId } from "preact/hooks";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { Disclosure } from "../disclosure";
import { Face } from "../face";
import "./charts.css";
import { type LineLayout, layoutLines, type Point, type Series } from "./line_layout";
import { type Look, lookOf } from "./looks";
import { useSize } from "./use_size";

interface Props {
  title: string;
  /** How to read it, such as which end is the good one. */
  hint?: string;
  /** What the places on the x-axis are, such as "Round". */
  xTitle: string;
  labels: readonly string[];
  series: readonly Series[];
  words?: (value: number) => string;
  apart?: number;
  from?: number;
  to?: number;
}

/** Lines over rounds or games, with a legend, and the same numbers as a table. */
export function LineChart(props: Props) {
  const { title, hint, xTitle, labels, series, words = numberWords, apart, from, to } = props;
  const [plot, size] = useSize();
  const heading = useId();
  const layout =
    size &&
    labels.length > 0 &&
    layoutLines({ labels, series, size, words, from, to, ...(apart && { apart }) });
  return (
    <figure class="chart" aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        {hint && <p class="faint small">{hint}</p>}
      </figcaption>
      <div ref={plot} class="chart-plot">
        {size && layout && <Drawing layout={layout} size={size} series={series} />}
      </div>
      <p class="chart-axis" aria-hidden="true">
        {xTitle}
      </p>
      {series.length > 1 && (
        <ul class="chart-legend" aria-hidden="true">
          {series.map(({ id, name, of, values }, number) => (
            <li key={id}>
              {of && <Face of={of} size="small" />}
              <Sample look={lookOf(number, of)} />
              <bdi class="cut">{name}</bdi>
              <span class="number">{lastOf(values, words)}</span>
            </li>
          ))}
        </ul>
      )}
      <Disclosure title={t("As a table")}>
        <NumberTable title={title} xTitle={xTitle} labels={labels} series={series} words={words} />
      </Disclosure>
    </figure>
  );
}

function lastOf(values: readonly (number | null)[], words: (value: number) => string): string {
  const last = values.findLast((value) => value !== null);
  return last === undefined || last === null ? "" : words(last);
}

interface DrawingProps {
  layout: LineLayout;
  size: { width: number; height: number; em: number };
  series: readonly Series[];
}

function Drawing({ layout, size, series }: DrawingProps) {
  const { plot, xTicks, yTicks, lines } = layout;
  const { width, height, em } = size;
  return (
    <svg
      class="chart-drawing"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <line class="chart-grid" x1={plot.left} x2={width} y1={at} y2={at} />
          <text class="chart-text" x={plot.left - 6} y={at} dy="0.35em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <text key={at} class="chart-text" x={at} y={height - em * 0.3} text-anchor="middle">
          {text}
        </text>
      ))}
      {lines.map(({ paths, marks }, number) => (
        <Line
          key={series[number]?.id}
          paths={paths}
          marks={marks}
          look={lookOf(number, series[number]?.of)}
        />
      ))}
    </svg>
  );
}

interface LineProps {
  paths: readonly (readonly Point[])[];
  marks: readonly Point[];
  look: Look;
}

function Line({ paths, marks, look }: LineProps) {
  return (
    <g style={{ color: look.color }}>
      {paths.map((path) => (
        <path
          key={path[0]?.x}
          class="chart-line"
          stroke-dasharray={look.dashes}
          d={`M${path.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`}
        />
      ))}
      {marks.map(({ x, y }) => (
        <Mark key={x} look={look} x={x} y={y} />
      ))}
    </g>
  );
}

function Mark({ look, x, y }: { look: Look; x: number; y: number }) {
  return (
    <path
      class="chart-mark"
      data-hollow={!look.filled || undefined}
      d={look.mark}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
    />
  );
}

/** What a line looks like, for the legend. */
function Sample({ look }: { look: Look }) {
  return (
    <svg class="chart-sample" width="40" height="14" viewBox="0 0 40 14" aria-hidden="true">
      <Line
        look={look}
        paths={[
          [
            { x: 1, y: 7 },
            { x: 39, y: 7 },
          ],
        ]}
        marks={[{ x: 20, y: 7 }]}
      />
    </svg>
  );
}

interface TableProps {
  title: string;
  xTitle: string;
  labels: readonly string[];
  series: readonly Series[];
  words: (value: number) => string;
}

function NumberTable({ title, xTitle, labels, series, words }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="chart-scroll" aria-label={title} tabIndex={0}>
      <table class="chart-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{xTitle}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {series.map(({ id, values }) => {
                const value = values[index] ?? null;
                return (
                  <td key={id} class="number">
                    {value === null ? "–" : words(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
