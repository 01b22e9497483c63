import styles from './chart.module.css';
import { textWidth } from './text-width.ts';
import { toLabelSide } from './to-label-side.ts';
import type { TrendModel } from './to-trend.ts';
import type { Scale } from './to-trend-points.ts';
import type { ChartFormat } from './use-chart-format.ts';

/** The last reading as a point with its figure, where no line crosses it. */
export function drawLast(
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
