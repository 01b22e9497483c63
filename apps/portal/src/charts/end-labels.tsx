import styles from './chart.module.css';
import { spreadLabels, textWidth } from './label-layout.ts';

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
