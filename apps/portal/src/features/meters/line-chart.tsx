import type { CloseLine } from '@platen/contract/close-lines';
import { useTranslations } from 'use-intl/react';
import { type MeterWords } from '../../device/use-meter-words.ts';
import styles from './line-chart.module.css';
import { deviceName } from './line-names.ts';

const size = { width: 140, height: 26, edge: 3 } as const;

interface Drawing {
  readonly path: string;
  /** Where the counter did not go on. */
  readonly mark: { readonly x: number; readonly y: number } | undefined;
  readonly last: { readonly x: number; readonly y: number };
  /** From the last reading to the end of the period. */
  readonly silent: number;
}

type Point = CloseLine['chart'][number];

/**
 * The reading at the start of the period, and those in it. A line that neither stops nor warns brings only
 * its start and its end.
 */
function toPoints({ chart, from, to, start, end }: CloseLine): readonly Point[] {
  if (chart.length === 0)
    return [start, end].flatMap((one) => (one === null ? [] : [{ at: one.at, raw: one.value, billed: one.value }]));
  const first = chart.findLastIndex(({ at }) => at <= from);
  return chart.slice(Math.max(0, first)).filter(({ at }) => at <= to);
}

/** Readings on the time of the period; undefined: there are none. */
function toDrawing({ from, to, break: broken }: CloseLine, chart: readonly Point[]): Drawing | undefined {
  const values = chart.map(({ raw }) => raw);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const x = (at: string) => {
    const share = end > start ? (Date.parse(at) - start) / (end - start) : 1;
    return size.edge + Math.min(1, Math.max(0, share)) * (size.width - 2 * size.edge);
  };
  const y = (raw: number) =>
    size.height - size.edge - (most > least ? (raw - least) / (most - least) : 0.5) * (size.height - 2 * size.edge);
  const newest = chart.at(-1);
  if (newest === undefined) return undefined;
  const round = (value: number) => Math.round(value * 10) / 10;
  const path = chart.map(({ at, raw }, n) => `${n === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(raw))}`).join('');
  const mark =
    broken === null || broken.after.at < from ? undefined : { x: x(broken.after.at), y: y(broken.after.value) };
  return { path, mark, last: { x: x(newest.at), y: y(newest.raw) }, silent: size.width - size.edge - x(newest.at) };
}

/** Readings of a line, as reported, over the period; where nothing was read it is hatched. */
export function LineChart({ line, words }: { readonly line: CloseLine; readonly words: MeterWords }) {
  const t = useTranslations('meters.line');
  const points = toPoints(line);
  const drawing = toDrawing(line, points);
  const [first, last] = [points[0], points.at(-1)];
  if (drawing === undefined || first === undefined || last === undefined) return null;
  const { path, mark, last: end, silent } = drawing;
  const label = t('chart', {
    serial: deviceName(line),
    meter: words.meter(line.meter),
    count: points.length,
    first: words.number(first.raw),
    last: words.number(last.raw),
  });
  return (
    <span className={styles.chartFrame}>
      <span className="vh">{label}</span>
      <svg className={styles.chart} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        {silent > 6 ? (
          <rect className={styles.silent} x={end.x} y={size.edge} width={silent} height={size.height - 2 * size.edge} />
        ) : null}
        <path className={styles.drawn} d={path} />
        <circle className={styles.point} cx={end.x} cy={end.y} r="2.4" />
        {mark === undefined ? null : <circle className={styles.broken} cx={mark.x} cy={mark.y} r="3.2" />}
      </svg>
    </span>
  );
}
