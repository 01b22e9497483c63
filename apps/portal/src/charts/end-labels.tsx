import styles from './chart.module.css';

/** Pixels between the middle of a label and a line that it must not touch. */
const clearance = 14;

/** Where a forecast ends, with its band, and its name. */
interface ForecastEnd {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly upper: number;
  readonly lower: number;
}
interface EndLabels {
  readonly threshold:
    | { readonly text: string; readonly y: number; readonly limit: 'upper' | 'lower' | undefined }
    | undefined;
  readonly forecast: ForecastEnd | undefined;
  readonly plot: { readonly top: number; readonly right: number; readonly bottom: number };
  /** Labels stand inside the plot, which has all of the width. */
  readonly isNarrow: boolean;
}

/** Names of the threshold, at the end of the plot, and of the forecast, where it ends; all in pixels. */
export function drawEndLabels({ threshold, forecast, plot, isNarrow }: EndLabels) {
  const { top, right, bottom } = plot;
  const bandLabel = isNarrow ? undefined : toBandLabel(forecast, threshold?.y, plot);
  const labels = [
    ...(threshold === undefined ? [] : [threshold]),
    ...(forecast === undefined || bandLabel !== undefined
      ? []
      : [{ text: forecast.text, y: forecast.y, limit: undefined }]),
  ];
  const offset = isNarrow ? -5 : 4;
  const spread = spreadLabels(
    labels.map((label) => label.y + offset),
    14,
    top + 4,
    bottom - 2,
  );
  return (
    <>
      {labels.map((label, n) => (
        <text
          key={label.text}
          className={styles.label}
          data-limit={label.limit}
          x={isNarrow ? right : right + 6}
          y={spread[n]}
          textAnchor={isNarrow ? 'end' : 'start'}
        >
          {label.text}
        </text>
      ))}
      {bandLabel === undefined ? null : (
        <text className={styles.label} x={bandLabel.x} y={bandLabel.y}>
          {forecast?.text}
        </text>
      )}
    </>
  );
}

/**
 * Where the plot goes on beyond the forecast its name stands at its end, clear of the threshold; undefined:
 * there is no room.
 */
export function toBandLabel(
  end: ForecastEnd | undefined,
  threshold: number | undefined,
  { top, right, bottom }: EndLabels['plot'],
): { readonly x: number; readonly y: number } | undefined {
  if (end === undefined) return undefined;
  const x = end.x + 6;
  if (x + textWidth(end.text) > right) return undefined;
  if (threshold === undefined) return { x, y: end.y + 4 };
  const isAbove = threshold - end.upper >= end.lower - threshold;
  const edge = isAbove ? Math.min(end.upper, threshold - clearance) : Math.max(end.lower, threshold + clearance);
  return { x, y: Math.min(bottom - 2, Math.max(top + 4, edge + 4)) };
}

const isWide = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/u;

/**
 * Approximate width in pixels of a label in a font of 11 to 12 pixels: good enough to keep labels apart, not
 * to cut one.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += isWide.test(sign) ? 12 : 6.6;
  return Math.ceil(width);
}

/**
 * A label as the one or two lines that fit into this number of pixels: broken before its bracket ('ハードディスク'
 * and '（SATAポート0）'), else between words. What two lines cannot hold ends in '…'.
 */
export function toLabelLines(label: string, room: number): readonly string[] {
  if (textWidth(label) <= room) return [label];
  const bracket = label.search(/[(（]/u);
  const halves = [label.slice(0, bracket).trim(), label.slice(bracket)];
  if (bracket > 0 && halves.every((half) => textWidth(half) <= room)) return halves;
  const first = toFirstLine(label, room);
  return [first.trim(), label.slice(first.length).trim()]
    .filter((line) => line !== '')
    .map((line) => toFitting(line, room));
}

/** As many words as fit, at least one. The browser finds the words, as Japanese has no spaces. */
function toFirstLine(label: string, room: number): string {
  let line = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(label)) {
    if (line !== '' && textWidth(`${line}${segment}`.trimEnd()) > room) break;
    line += segment;
  }
  return line;
}

function toFitting(line: string, room: number): string {
  if (textWidth(line) <= room) return line;
  const signs = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`) > room) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}

/** Pixels that a label below its reading reaches down. */
const labelHeight = 20;

/**
 * Side of the last reading's label, all in pixels downwards: away from where the line goes on, and from the
 * threshold where that runs within 24 pixels; never below the `floor`, where the axis has its labels.
 */
export function toLabelSide(
  last: number,
  neighbours: {
    readonly next: number | undefined;
    readonly before: number | undefined;
    readonly threshold: number | undefined;
    readonly floor?: number;
  },
): 'above' | 'below' {
  const { next, before, threshold, floor } = neighbours;
  if (floor !== undefined && last + labelHeight > floor) return 'above';
  if (threshold !== undefined && Math.abs(threshold - last) < 24) return threshold <= last ? 'below' : 'above';
  if (next !== undefined && next !== last) return next < last ? 'below' : 'above';
  return before !== undefined && before < last ? 'below' : 'above';
}

/**
 * Moves overlapping labels apart. Returns their positions in the given order, at least `gap` pixels apart, as
 * near to the original ones as possible and, where there is room, between `low` and `high`.
 */
export function spreadLabels(positions: readonly number[], gap: number, low: number, high: number): number[] {
  const order = positions.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position);
  let floor = low;
  for (const label of order) {
    label.position = Math.max(label.position, floor);
    floor = label.position + gap;
  }
  let ceiling = high;
  for (const label of order.toReversed()) {
    label.position = Math.min(label.position, ceiling);
    ceiling = label.position - gap;
  }
  const spread = [...positions];
  for (const { position, index } of order) spread[index] = position;
  return spread;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** Start of a text: pixels from the left, and its baseline. */
interface Position {
  readonly x: number;
  readonly y: number;
}

const step = 6;
/** Height of a line of text, px. */
const row = 14;
/** Extent of a text of 11 pixels above and below its baseline, and the distance to others, px. */
const [above, below, air] = [10, 3, 2];

/**
 * Position of the label of a horizontal line: the leftmost that `taken` leaves free above the line, else
 * below it, else in the lowest free row further up; above its left end where nothing is free. Pixels from the
 * top left, `from` and `to` are the ends of the line.
 */
export function toFreePosition(
  { width, from, to, line }: { width: number; from: number; to: number; line: number },
  taken: readonly Box[],
): Position {
  const further = Array.from(
    { length: Math.max(0, Math.floor((line - 5 - above) / row)) },
    (_, n) => line - 5 - (n + 1) * row,
  );
  const positions = [line - 5, line + 14, ...further].flatMap((y) =>
    Array.from({ length: Math.max(0, Math.floor((to - width - from) / step)) + 1 }, (_, n) => ({
      x: from + n * step,
      y,
    })),
  );
  const isFree = ({ x, y }: Position) =>
    taken.every(
      (box) =>
        box.right + air <= x ||
        box.left - air >= x + width ||
        box.bottom + air <= y - above ||
        box.top - air >= y + below,
    );
  return positions.find(isFree) ?? { x: from, y: line - 5 };
}
