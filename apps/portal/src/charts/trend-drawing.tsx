import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import styles from './chart.module.css';
import { drawEndLabels, textWidth, toLabelSide } from './end-labels.tsx';
import { Hatch } from './marks.tsx';
import { type ChartFormat, toTimeTicks } from './time-axis.ts';
import type { DayRange, DayValue, TrendModel } from './to-trend.ts';
import { type Scale, type TrendTexts, toTrendPoints } from './trend-texts.ts';

interface Threshold {
  readonly value: number;
  readonly limit: 'upper' | 'lower';
  readonly label: string;
}
interface TrendDrawing {
  readonly model: TrendModel;
  readonly threshold: Threshold | undefined;
  readonly unit: string;
  readonly width: number;
  readonly height: number;
  readonly format: ChartFormat;
  readonly texts: TrendTexts & { readonly replaced: string };
}

/** Below this width labels stand inside the plot, which then has all of it. */
const narrow = 420;
const top = 22;

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
}

/** Draws a trend at a given width; pixels from the top left. */
export function drawTrend({ model, threshold, unit, width, height, format, texts }: TrendDrawing) {
  const bottom = height - 24;
  const y = scaleLinear<number>({ domain: [...model.values], range: [bottom, top], nice: 5 });
  const ticks = y.ticks(5);
  const left = Math.max(22, ...ticks.map((tick) => textWidth(format.number(tick)) + 8));
  const limit = threshold === undefined ? undefined : `${threshold.label} ${format.value(threshold.value)}`;
  const isNarrow = width < narrow;
  const endLabels = [limit ?? '', model.forecast.length > 0 ? texts.forecast : ''];
  const right = width - (isNarrow ? 8 : Math.max(16, ...endLabels.map((label) => textWidth(label) + 8)));
  const x = scaleLinear<number>({ domain: [...model.days], range: [left, right] });
  const plot: Plot = { left, right, bottom, x, y };
  const thresholdY = threshold === undefined ? undefined : y(threshold.value);
  const drawing = (
    <>
      <Group>
        {drawValueAxis(ticks, unit, plot, format)}
        {drawTimeAxis(model, plot, format)}
      </Group>
      <Group>
        {drawGaps(model, plot, texts)}
        {drawReplacement(model, plot, texts)}
        {drawToday(model, plot, texts)}
      </Group>
      <Area<DayRange>
        data={[...model.forecast]}
        x={({ day }) => x(day)}
        y0={({ lower }) => y(lower)}
        y1={({ upper }) => y(upper)}
        className={styles.band ?? ''}
      />
      {threshold === undefined || thresholdY === undefined ? null : (
        <line
          className={styles.threshold}
          data-limit={threshold.limit}
          x1={left}
          x2={right}
          y1={thresholdY}
          y2={thresholdY}
        />
      )}
      {drawRuns(model, plot)}
      <LinePath<DayRange>
        data={[...model.forecast]}
        x={({ day }) => x(day)}
        y={({ value }) => y(value)}
        className={styles.forecast ?? ''}
      />
      {threshold === undefined || thresholdY === undefined ? null : drawCrossing(model, threshold.limit, x, thresholdY)}
      {drawLast(model, x, y, { threshold: thresholdY, floor: bottom }, right, format)}
      {drawEndLabels({
        threshold:
          limit === undefined || thresholdY === undefined
            ? undefined
            : { text: limit, y: thresholdY, limit: threshold?.limit },
        forecast: toForecastEnd(model, x, y, texts.forecast),
        plot: { top, right, bottom },
        isNarrow,
      })}
    </>
  );
  return { drawing, toPoints: () => toTrendPoints(model, thresholdY, x, y, format, texts) };
}

function drawValueAxis(ticks: readonly number[], unit: string, { left, right, y }: Plot, format: ChartFormat) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 7} y={y(tick) + 4} textAnchor="end">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {unit === '' ? null : (
        <text x={left - 7} y={9} textAnchor="end" className={styles.label}>
          {unit}
        </text>
      )}
    </>
  );
}

function drawTimeAxis({ days }: TrendModel, { left, right, bottom, x }: Plot, format: ChartFormat) {
  return (
    <>
      {toTimeTicks(...days, (right - left) / 64).map((tick) => (
        <g key={tick.day}>
          <line className={styles.axis} x1={x(tick.day)} x2={x(tick.day)} y1={bottom} y2={bottom + 4} />
          <text x={x(tick.day)} y={bottom + 17} textAnchor="middle">
            {format.tick(tick)}
          </text>
        </g>
      ))}
      <line className={styles.axis} x1={left} x2={right} y1={bottom} y2={bottom} />
    </>
  );
}

/** Times without a report. */
function drawGaps(model: TrendModel, { bottom, x }: Plot, texts: TrendDrawing['texts']) {
  return model.gaps.map(({ from, to }) => (
    <Hatch
      key={from}
      x={x(from)}
      y={top}
      width={Math.max(1, x(to) - x(from))}
      height={bottom - top}
      label={
        isFree(x((from + to) / 2), model, x, texts) && !isReplaced(from, to, model, x, texts)
          ? texts.noReport
          : undefined
      }
      labelY={10}
    />
  ));
}

function drawReplacement(model: TrendModel, { bottom, x }: Plot, texts: TrendDrawing['texts']) {
  if (model.replaced === undefined) return null;
  const middle = x(model.replaced.day);
  return (
    <>
      <line className={styles.reference} x1={middle} x2={middle} y1={top - 4} y2={bottom} />
      {isFree(middle, model, x, texts) ? (
        <text x={middle} y={10} textAnchor="middle">
          {texts.replaced}
        </text>
      ) : null}
    </>
  );
}

function drawToday({ today }: TrendModel, { right, bottom, x }: Plot, texts: TrendTexts) {
  if (today === undefined) return null;
  const middle = x(today);
  return (
    <>
      <line className={styles.today} x1={middle} x2={middle} y1={top - 4} y2={bottom} />
      <text x={middle} y={10} textAnchor={middle > right - 20 ? 'end' : 'middle'}>
        {texts.today}
      </text>
    </>
  );
}

/** What was reported: a line for each run of days, a point for a day alone. */
function drawRuns({ runs }: TrendModel, { x, y }: Plot) {
  return (
    <>
      {runs.map((run) => (
        <LinePath<DayValue>
          key={run[0]?.day}
          data={[...run]}
          x={({ day }) => x(day)}
          y={({ value }) => y(value)}
          className={styles.actual ?? ''}
        />
      ))}
      {runs
        .filter((run) => run.length === 1)
        .flat()
        .map(({ day, value }) => (
          <circle key={day} className={styles.point} cx={x(day)} cy={y(value)} r={1.5} />
        ))}
    </>
  );
}

/** When the forecast crosses the threshold, with its range. */
function drawCrossing({ crossing }: TrendModel, limit: Threshold['limit'], x: Scale, y: number) {
  if (crossing === undefined) return null;
  return (
    <g data-limit={limit}>
      <line
        className={styles.crossingRange}
        data-limit={limit}
        x1={x(crossing.from)}
        x2={x(crossing.to)}
        y1={y}
        y2={y}
      />
      <path className={styles.crossing} data-limit={limit} d={`M${x(crossing.day)} ${y - 5}l5 5-5 5-5-5z`} />
    </g>
  );
}

function toForecastEnd({ forecast }: TrendModel, x: Scale, y: Scale, text: string) {
  const end = forecast.at(-1);
  return end === undefined
    ? undefined
    : { text, x: x(end.day), y: y(end.value), upper: y(end.upper), lower: y(end.lower) };
}

/** The label of a gap is left out where that of a replacement is in or near it. */
function isReplaced(
  from: number,
  to: number,
  { replaced }: TrendModel,
  x: Scale,
  texts: TrendDrawing['texts'],
): boolean {
  if (replaced === undefined) return false;
  const room = (textWidth(texts.noReport) + textWidth(texts.replaced)) / 2 + 6;
  return Math.abs(x(replaced.day) - x((from + to) / 2)) < room;
}

/** The label of a gap is left out where that of today is near it. */
function isFree(middle: number, { today }: TrendModel, x: Scale, texts: TrendTexts): boolean {
  if (today === undefined) return true;
  return Math.abs(x(today) - middle) > (textWidth(texts.noReport) + textWidth(texts.today)) / 2 + 6;
}

/** The last reading as a point with its figure, where no line crosses it. */
function drawLast(
  { last, runs, forecast }: TrendModel,
  x: Scale,
  y: Scale,
  limits: { readonly threshold: number | undefined; readonly floor: number },
  right: number,
  format: ChartFormat,
) {
  if (last === undefined) return null;
  const next = forecast.at(-1);
  const before = runs.at(-1)?.at(-8) ?? runs.at(-1)?.[0];
  const side = toLabelSide(y(last.value), {
    next: next === undefined ? undefined : y(next.value),
    before: before === undefined ? undefined : y(before.value),
    ...limits,
  });
  const text = format.value(last.value);
  const isAtEnd = x(last.day) + 9 + textWidth(text) > right;
  return (
    <>
      <circle className={styles.point} cx={x(last.day)} cy={y(last.value)} r={3.2} />
      <text
        className={styles.value}
        x={x(last.day) + (isAtEnd ? -9 : 9)}
        y={y(last.value) + (side === 'below' ? 17 : -9)}
        textAnchor={isAtEnd ? 'end' : 'start'}
      >
        {text}
      </text>
    </>
  );
}
