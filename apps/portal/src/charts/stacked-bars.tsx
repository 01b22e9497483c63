import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../ui/class-names.ts';
import styles from './chart.module.css';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import {
  type BarModel,
  type ChartTable,
  type StackedBar,
  toBarNames,
  toSeriesPositions,
  toStackedBars,
} from './chart-models.ts';
import { spreadLabels, textWidth, toFreePosition } from './end-labels.tsx';
import { Hatch } from './marks.tsx';
import { type ChartFormat, useChartFormat } from './time-axis.ts';

interface StackedBarsProps extends ChartProps {
  readonly series: readonly Series[];
  /** Oldest first. */
  readonly bars: readonly StackedBar[];
  /** A dotted line to compare with, e.g. AMP. */
  readonly reference?: Reference | undefined;
  readonly height?: number;
}

/** Bars of one or more series from a common zero, the sum on top; periods without a report are hatched. */
export function StackedBars({ series, bars, reference, height = 296, ...frame }: StackedBarsProps) {
  const t = useTranslations('charts');
  const total = useTranslations('common')('total');
  const format = useChartFormat();
  const model = toStackedBars(bars);
  const texts = { noReport: t('noReport') };
  const toTable = (): ChartTable => ({
    columns: [
      { label: t('period') },
      ...series.map(({ label }) => ({ label, align: 'end' as const })),
      ...(series.length > 1 ? [{ label: total, align: 'end' as const }] : []),
      { label: t('state') },
    ],
    rows: model.map(({ label, note, parts, total: sum }) => [
      label,
      ...series.map(({ key }) => parts.find((part) => part.series === key)?.value ?? null),
      ...(series.length > 1 ? [sum] : []),
      sum === null ? texts.noReport : (note ?? t('actual')),
    ]),
  });
  return (
    <ChartFrame
      {...frame}
      height={height}
      toTable={toTable}
      draw={(width) => drawStackedBars({ bars: model, series, reference, width, height, format, texts })}
    />
  );
}

interface Reference {
  readonly value: number;
  readonly label: string;
}
interface Series {
  readonly key: string;
  readonly label: string;
  readonly tone: 'ink' | 'color' | 'quiet';
}
interface BarsDrawing {
  readonly bars: readonly BarModel[];
  readonly series: readonly Series[];
  readonly reference: Reference | undefined;
  readonly width: number;
  readonly height: number;
  readonly format: ChartFormat;
  readonly texts: { readonly noReport: string };
}
type BarNames = ReturnType<typeof toBarNames>[number];
const top = 22;

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly y: (value: number) => number;
  readonly barWidth: number;
  /** The middle of a bar, by its index. */
  readonly middle: (bar: number) => number;
}

/** Draws the bars at a given width; pixels from the top left. */
function drawStackedBars(bars: BarsDrawing) {
  const { names, ticks, plot } = toPlot(bars);
  const { reference } = bars;
  return {
    drawing: (
      <>
        {drawAxes(ticks, plot, bars.format)}
        {reference === undefined ? null : (
          <line
            className={styles.reference}
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(reference.value)}
            y2={plot.y(reference.value)}
          />
        )}
        {bars.bars.map((bar, index) => drawBar(bar, index, names[index], plot, bars))}
        {bars.series.length > 1 ? drawSeriesLabels(plot, bars) : null}
        {reference === undefined ? null : drawReference(reference, plot, bars)}
      </>
    ),
    toPoints: () => bars.bars.map((bar, index) => toPoint(bar, index, plot, bars)),
  };
}

/** The scales of the bars, the ticks of the values, and the names under the bars. */
function toPlot({ bars, series, reference, width, height, format }: BarsDrawing) {
  const bottom = height - 34;
  const most = Math.max(1, reference?.value ?? 0, ...bars.map(({ total }) => total ?? 0));
  const y = scaleLinear<number>({ domain: [0, most], range: [bottom, top], nice: 6 });
  const ticks = y.ticks(6).filter((tick) => Number.isInteger(tick));
  const left = Math.max(24, ...ticks.map((tick) => textWidth(format.number(tick)) + 10));
  const labels = series.length > 1 ? Math.max(...series.map(({ label }) => textWidth(label))) + 12 : 0;
  // A quarter of a step after the last bar is free for the labels of the series; the margin is what they need
  // beyond it.
  const quarter = 1 / 4 / Math.max(1, bars.length);
  const right = width - Math.max(8, (labels - quarter * (width - left)) / (1 - quarter));
  const x = scaleBand<number>({
    domain: bars.map((_, n) => n),
    range: [left, right],
    paddingInner: 0.5,
    paddingOuter: 0.25,
  });
  const middle = (bar: number) => (x(bar) ?? left) + x.bandwidth() / 2;
  const names = toBarNames(
    bars.map(({ label }) => label),
    x.step(),
  );
  const plot: Plot = { left, right, bottom, y, barWidth: Math.min(58, x.bandwidth()), middle };
  return { names, ticks, plot };
}

function drawAxes(ticks: readonly number[], { left, right, bottom, y }: Plot, format: ChartFormat) {
  return (
    <Group>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {format.number(tick)}
          </text>
        </g>
      ))}
      <line className={styles.axis} x1={left} x2={right} y1={bottom} y2={bottom} />
    </Group>
  );
}

/** A bar with its names below and its sum above. */
function drawBar(
  { label, note, parts, total }: BarModel,
  bar: number,
  names: BarNames | undefined,
  plot: Plot,
  { series, format, texts }: BarsDrawing,
) {
  const { bottom, y, barWidth } = plot;
  const middle = plot.middle(bar);
  return (
    <Group key={label}>
      <text className={styles.label} x={middle} y={bottom + 17} textAnchor="middle">
        {names?.[0]}
      </text>
      <text x={middle} y={bottom + 31} textAnchor="middle">
        {note ?? names?.[1]}
      </text>
      {total === null ? (
        <Hatch
          x={middle - barWidth / 2}
          y={(top + bottom) / 2}
          width={barWidth}
          height={(bottom - top) / 2}
          label={texts.noReport}
        />
      ) : (
        <text className={styles.value} x={middle} y={y(total) - 7} textAnchor="middle">
          {format.number(total)}
        </text>
      )}
      {parts.map(({ series: key, value, from, to }, part) => {
        // A hair between two parts keeps them apart without colour.
        const hair = part > 0 && value > 0 ? 1 : 0;
        const size = Math.max(0, y(from) - y(to) - hair);
        const text = format.number(value);
        return (
          <g key={key}>
            <Bar
              className={classNames(styles[toneOf(series, key)])}
              x={middle - barWidth / 2}
              y={y(to)}
              width={barWidth}
              height={size}
            />
            {parts.length > 1 && size >= 18 && textWidth(text) + 4 <= barWidth ? (
              <text className={styles.onBar} x={middle} y={y(to) + size / 2 + 4} textAnchor="middle">
                {text}
              </text>
            ) : null}
          </g>
        );
      })}
    </Group>
  );
}

const toneOf = (series: readonly Series[], key: string) => series.find((each) => each.key === key)?.tone ?? 'ink';
const labelOf = (series: readonly Series[], key: string) => series.find((each) => each.key === key)?.label ?? key;

function toPoint(
  { label, note, parts, total }: BarModel,
  bar: number,
  { bottom, y, middle }: Plot,
  { series, format, texts }: BarsDrawing,
) {
  const figures =
    total === null
      ? texts.noReport
      : parts.length > 1
        ? `${format.number(total)} (${parts.map((part) => `${labelOf(series, part.series)} ${format.number(part.value)}`).join(', ')})`
        : format.number(total);
  return {
    x: middle(bar),
    y: total === null ? (top + bottom) / 2 : y(total),
    text: `${label}${note === undefined ? '' : ` (${note})`}: ${figures}`,
  };
}

function drawReference({ value, label }: Reference, plot: Plot, { bars, format }: BarsDrawing) {
  const text = `${label} ${format.number(value)}`;
  const position = { width: textWidth(text), from: plot.left + 4, to: plot.right, line: plot.y(value) };
  const taken = bars.flatMap((bar, index) => toTaken(bar, index, plot, format));
  return (
    <text className={classNames(styles.label, styles.halo)} {...toFreePosition(position, taken)}>
      {text}
    </text>
  );
}

/** A bar and the figure over it. */
function toTaken({ total }: BarModel, bar: number, { bottom, y, barWidth, middle }: Plot, format: ChartFormat) {
  const around = (half: number) => ({ left: middle(bar) - half, right: middle(bar) + half });
  if (total === null) return [{ ...around(barWidth / 2), top: (top + bottom) / 2, bottom }];
  const figure = y(total) - 7;
  return [
    { ...around(barWidth / 2), top: y(total), bottom },
    { ...around(textWidth(format.number(total)) / 2), top: figure - 9, bottom: figure },
  ];
}

function drawSeriesLabels({ bottom, y, barWidth, middle }: Plot, { bars, series }: BarsDrawing) {
  const positions = [...toSeriesPositions(bars)].filter(([key]) => series.some((each) => each.key === key));
  const spread = spreadLabels(
    positions.map(([, position]) => y(position.middle) + 4),
    14,
    top,
    bottom,
  );
  return positions.map(([key, position], n) => (
    <text
      key={key}
      className={classNames(styles.strong, toneOf(series, key) === 'color' ? styles.colorText : styles.inkText)}
      x={middle(position.bar) + barWidth / 2 + 8}
      y={spread[n]}
    >
      {labelOf(series, key)}
    </text>
  ));
}
