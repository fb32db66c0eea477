import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { handicapWords } from "../../components/handicap_words";
import { t, tc } from "../../i18n";
import { go } from "../../router";
import type { Move, Sheet, SheetCell, SheetColumn, SheetRow } from "./sheet";
import "./sheet_table.css";

interface Props {
  sheet: Sheet;
  moves: readonly Move[];
  /** What the cells show: the points of each round, or the totals after it. */
  show: "points" | "totals";
  /** The address of a round. */
  roundAddress: (round: number) => string;
}

const FIRST = 12; // rounds: more than fit a phone
const SOON = 100; // milliseconds: the latest rounds are on the screen by then
const NEARLY = 40; // pixels

/** The whole score sheet; it scrolls by itself, below the names and beside the rounds. */
export function SheetTable({ sheet, moves, show, roundAddress }: Props) {
  const { columns } = sheet;
  const width = columns.length + 1;
  const { scroller, onScroll, isDrawn } = useLatest(sheet.rows.length);
  const rows = isDrawn ? sheet.rows : sheet.rows.slice(-FIRST);
  const firstTieBreak = sheet.rows.find(({ tie_break }) => tie_break)?.number;
  const movesIn = (isIt: (round: number) => boolean) =>
    moves.filter(({ round }) => isIt(round)).map(moveInWords);
  return (
    <section
      ref={scroller}
      class="sheet-scroll"
      aria-label={t("Score sheet")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      <table class="sheet" style={{ "--players": columns.length }}>
        <caption class="visually-hidden">
          {show === "points" ? t("Points by round and player") : t("Totals by round and player")}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{t("Round")}</span>
            </th>
            {columns.map(({ id, name, at_table }) => (
              <th key={id} scope="col" data-away={!at_table || undefined}>
                <bdi class="sheet-name two-lines">{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.number}>
              <Notes
                width={width}
                texts={[
                  row.number === firstTieBreak &&
                    t("Tie-break: only the tied players go on, and points do not count."),
                  ...movesIn((round) => round === row.number),
                ]}
              />
              <Row row={row} columns={columns} show={show} address={roundAddress(row.number)} />
              <Notes
                width={width}
                warning
                texts={[
                  row.overrule !== null &&
                    t("Round {round} overruled: {reason}", {
                      round: row.number,
                      reason: row.overrule,
                    }),
                ]}
              />
              <Notes
                width={width}
                texts={[!row.checked && t("Not checked yet: it does not count so far.")]}
              />
            </Fragment>
          ))}
          <Notes width={width} texts={movesIn((round) => round > (rows.at(-1)?.number ?? 0))} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span class="sheet-sum" aria-hidden="true">
                Σ
              </span>
              <span class="visually-hidden">{t("Total")}</span>
            </th>
            {columns.map((column) => (
              <Total key={column.id} column={column} />
            ))}
          </tr>
        </tfoot>
      </table>
      {rows.length > 0 && <Legend />}
    </section>
  );
}

/**
 * Begins at the end of the sheet, where the latest rounds are, and stays there as rounds are added,
 * until somebody scrolls up. Once the latest are on the screen, the earlier ones are drawn above.
 */
function useLatest(rounds: number) {
  const scroller = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const [isDrawn, setDrawn] = useState(false);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [isDrawn, rounds]);
  useEffect(() => {
    const later = setTimeout(() => setDrawn(true), SOON);
    return () => clearTimeout(later);
  }, []);
  const onScroll = ({ currentTarget: box }: { currentTarget: HTMLElement }) => {
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEARLY;
  };
  return { scroller, onScroll, isDrawn };
}

interface RowProps {
  row: SheetRow;
  columns: readonly SheetColumn[];
  show: Props["show"];
  address: string;
}

function Row({ row, columns, show, address }: RowProps) {
  return (
    <tr
      class="sheet-round"
      data-unchecked={!row.checked || undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("a"))) go(address);
      }}
    >
      <th scope="row">
        <a
          href={address}
          class="sheet-number number"
          aria-label={t("Round {round}", { round: row.number })}
        >
          {row.number}
        </a>
      </th>
      {row.cells.map((cell, index) => {
        const id = columns[index]?.id;
        return cellView({ id, cell, show, deals: row.dealer === id });
      })}
    </tr>
  );
}

interface CellProps {
  id: string | undefined;
  cell: SheetCell | null;
  show: Props["show"];
  deals: boolean;
}

/** A cell. Not a component: there are hundreds, and each would follow the language by itself. */
function cellView({ id, cell, show, deals }: CellProps) {
  const dealt = deals && <span class="sheet-dealer" role="img" aria-label={t("dealt")} />;
  if (!cell) {
    return (
      <td key={id} class="sheet-none">
        {dealt}
        <span aria-hidden="true">·</span>
      </td>
    );
  }
  return (
    <td key={id}>
      {dealt}
      <span class="sheet-value number" data-out={cell.went_out || undefined}>
        {cellText(cell, show)}
      </span>
      {phaseMark(cell)}
    </td>
  );
}

function cellText({ points, total, went_out }: SheetCell, show: Props["show"]) {
  if (show === "totals") return total ?? "?";
  if (went_out && !points) return tc("went out, in a narrow column", "out");
  return points ?? "?";
}

/** The Phase somebody was on: filled with a tick if laid down, an outline if not. */
function phaseMark({ phase, laid_down }: SheetCell) {
  if (phase === null) return null;
  const words = laid_down
    ? t("Phase {number}, laid down", { number: phase })
    : t("Phase {number}, not laid down", { number: phase });
  return (
    <span class="sheet-phase" data-down={laid_down || undefined} role="img" aria-label={words}>
      {phase}
      {laid_down && "✓"}
    </span>
  );
}

function Total({ column: { total, phase, at_table, won } }: { column: SheetColumn }) {
  return (
    <td data-away={!at_table || undefined}>
      <span class="sheet-value number">{total}</span>
      {won ? (
        <span class="sheet-phase" data-down>
          {tc("in a narrow column", "won")}
        </span>
      ) : (
        at_table &&
        phase !== null && (
          <span
            class="sheet-phase"
            role="img"
            aria-label={t("on Phase {number}", { number: phase })}
          >
            {phase}
          </span>
        )
      )}
    </td>
  );
}

interface NotesProps {
  width: number;
  warning?: boolean;
  texts: readonly (string | false)[];
}

/** Lines across the sheet. */
function Notes({ width, warning, texts }: NotesProps) {
  return texts.map(
    (text) =>
      text && (
        <tr key={text} class="sheet-note" data-warning={warning || undefined}>
          <td colSpan={width}>
            <span>{text}</span>
          </td>
        </tr>
      ),
  );
}

function moveInWords(move: Move): string {
  const values = { name: move.name, round: move.round };
  switch (move.kind) {
    case "began":
      return t("{name} has a handicap: {what}.", { ...values, what: handicapWords(move.handicap) });
    case "left":
      return t("{name} leaves before round {round}.", values);
    case "came_back":
      return t("{name} comes back in round {round}.", values);
    case "joined":
      return move.phase === "lowest"
        ? t("{name} joins in round {round} with {total} points and the lowest Phase.", {
            ...values,
            total: move.total,
          })
        : t("{name} joins in round {round} with {total} points.", {
            ...values,
            total: move.total,
          });
  }
}

/** What the marks on the sheet mean. */
function Legend() {
  return (
    <ul class="wrapping sheet-legend">
      <li>
        <span class="sheet-phase" data-down aria-hidden="true">
          5✓
        </span>{" "}
        {t("Phase laid down")}
      </li>
      <li>
        <span class="sheet-phase" aria-hidden="true">
          5
        </span>{" "}
        {t("not laid down")}
      </li>
      <li>
        <span class="sheet-dealer" aria-hidden="true" /> {t("dealt")}
      </li>
    </ul>
  );
}
