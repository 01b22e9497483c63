import { nonMobilePx } from '@platen/contract/constants';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCsvFile } from '../downloads/csv-file.ts';
import { saveFile, toFileName, toPicture } from '../downloads/save-file.ts';
import { AfterPaint } from '../ui/after-paint.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import drawingStyles from './chart.module.css';
import styles from './chart-frame.module.css';
import type { ChartTable, ReadablePoint } from './chart-models.ts';
import { PointReader } from './point-reader.tsx';

/** What a chart draws into a width, and where it can be read. */
export interface Drawn {
  readonly drawing: ReactNode;
  readonly toPoints?: () => readonly ReadablePoint[];
}

/** What every chart takes: its names, and where it stands. */
export interface ChartProps {
  /** Names the chart for assistive technology and in downloaded files; usually the title of its panel. */
  readonly title: string;
  /** One sentence that says what the drawing shows. */
  readonly summary: string;
  /**
   * `head`: the switch and the downloads stand in the head of the panel around (one chart a panel, nothing
   * else at its end); `above`: over the drawing.
   */
  readonly tools?: 'head' | 'above' | undefined;
  /**
   * How many of the twelve columns of the grid its panel spans; with it the first drawing needs no
   * measurement.
   */
  readonly columns?: number | undefined;
}

interface ChartFrameProps extends ChartProps {
  /** Made when it is needed: after the drawing has been painted, or to be saved. */
  readonly toTable: () => ChartTable;
  /** Height of the drawing in pixels: known before anything is drawn, so that nothing moves. */
  readonly height: number;
  readonly draw: (width: number) => Drawn;
}

/**
 * Frame of every chart: measured drawing, its points by keyboard and pointer, its data table, PNG and CSV.
 */
export function ChartFrame({ title, summary, toTable, height, tools = 'head', columns, draw }: ChartFrameProps) {
  const t = useTranslations('charts');
  const plot = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(plot, columns);
  const [asTable, setAsTable] = useState(false);
  const [failed, setFailed] = useState(false);
  const drawn = width > 0 && !asTable ? draw(width) : undefined;

  const saveTable = () => {
    const table = toTable();
    const heads = table.columns.map(({ label }) => label);
    saveFile(toFileName(title, new Date(), 'csv'), toCsvFile(heads, table.rows));
  };
  const savePicture = async () => {
    if (svg.current === null) return;
    try {
      saveFile(toFileName(title, new Date(), 'png'), await toPicture(svg.current));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <figure className={styles.frame}>
      <div className={classNames(styles.tools, tools === 'head' && styles.inHead)}>
        {failed ? <output>{t('pictureFailed')}</output> : null}
        <button type="button" className={styles.switch} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('hideDataTable') : t('dataTable')}
          <span className="vh">: {title}</span>
        </button>
        <IconButton icon="export" className={styles.tool} label={t('downloadCsv')} onClick={saveTable} />
        {asTable ? null : (
          <IconButton
            icon="image"
            className={styles.tool}
            label={t('downloadPng')}
            onClick={() => void savePicture()}
          />
        )}
      </div>
      <div ref={plot} className={styles.plot} style={asTable ? { minBlockSize: height } : { blockSize: height }}>
        {drawn === undefined ? null : (
          <>
            <svg
              ref={svg}
              className={drawingStyles.drawing}
              width={width}
              height={height}
              // Drawn at this size; scaled down only on paper.
              viewBox={`0 0 ${width} ${height}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the page, not a file
              role="img"
              aria-label={summary}
            >
              {drawn.drawing}
            </svg>
            {drawn.toPoints === undefined ? null : (
              <AfterPaint>
                <PointReader title={title} toPoints={drawn.toPoints} width={width} />
              </AfterPaint>
            )}
          </>
        )}
        <div
          className={asTable ? styles.scroll : 'vh'}
          {...(asTable ? { role: 'group', 'aria-label': title, tabIndex: 0 } : {})}
        >
          {/* Rows of a closed table would only delay the first paint. */}
          <AfterPaint isNow={asTable}>
            <DataTable title={title} toTable={toTable} />
          </AfterPaint>
        </div>
      </div>
    </figure>
  );
}

/** The rows of a chart as a table. Hidden from sight it is still read by assistive technology. */
function DataTable({ title, toTable }: { title: string; toTable: () => ChartTable }) {
  const table = toTable();
  const format = useFormatter();
  const none = useTranslations('common')('none');
  const body = useRef<HTMLTableSectionElement>(null);
  const alignOf = (column: number) => table.columns[column]?.align ?? 'start';
  // Without a component a cell: a screen of charts has thousands of them, and each would make leaving it
  // slower.
  useLayoutEffect(() => {
    const show = (cell: string | number | null | undefined) =>
      cell === null || cell === undefined ? none : typeof cell === 'number' ? format.number(cell) : cell;
    const rows = table.rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((cell, column) => toCell(column, show(cell), alignOf(column))));
      return row;
    });
    body.current?.replaceChildren(...rows);
  });
  return (
    <table className={styles.table}>
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          {table.columns.map(({ label }, column) => (
            <th key={label} scope="col" data-align={alignOf(column)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} />
    </table>
  );
}

function toCell(column: number, text: string, align: string): HTMLElement {
  const cell = document.createElement(column === 0 ? 'th' : 'td');
  cell.textContent = text;
  if (column === 0) cell.setAttribute('scope', 'row');
  else cell.dataset['align'] = align;
  return cell;
}

/**
 * Width of an element in CSS pixels, updated as it changes; 0 until first measured, before the first paint.
 * `columns`: number of the grid's twelve columns that the panel spans. With it the width is known before the
 * element exists and need not be measured, for which the browser would lay the screen out twice. If it turns
 * out different, the measured one is drawn before the first paint.
 */
function useWidth(element: RefObject<HTMLElement | null>, columns?: number): number {
  const [width, setWidth] = useState(() => (columns === undefined ? 0 : expectWidth(columns)));
  const [isExpected] = useState(width > 0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const measure = () => setWidth(Math.floor(target.getBoundingClientRect().width));
    if (!isExpected) measure();
    // Laid out, not yet painted.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isExpected]);
  return width;
}

/** Below this width some grids give a panel more columns. */
const roomyPx = 1280;

/**
 * Computed from the page of the previous screen; 0 where there is none, or where panels lie below each other.
 */
function expectWidth(columns: number): number {
  const page = document.querySelector('.page');
  if (page === null || window.innerWidth < (columns < 12 ? roomyPx : nonMobilePx)) return 0;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(page);
  return toPanelWidth(
    page.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd),
    columns,
  );
}

/**
 * Hairlines between the columns of a grid and around it, and the padding of a panel, in pixels
 * (`panel-grid.module.css`, `panel.module.css`).
 */
const hairline = 1;
const padding = 16;

/** Content width in px of a panel that spans `columns` of the twelve columns of a grid this wide. */
export function toPanelWidth(sheet: number, columns: number): number {
  const column = (sheet - 2 * hairline - 11 * hairline) / 12;
  return Math.max(0, Math.floor(column * columns + (columns - 1) * hairline - 2 * padding));
}
