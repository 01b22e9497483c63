import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useFormatter, useTranslations } from 'use-intl/react';
import styles from '../../charts/chart.module.css';
import { ChartFrame, type Drawn } from '../../charts/chart-frame.tsx';
import { Hatch } from '../../charts/marks.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Trend, useMonths } from './trend-table.tsx';

/** Five rows of bars on one scale, not five hues (design, chart rules). */
export function TrendBars({ trend: { months, kinds, sums, most } }: { trend: Trend }) {
  const t = useTranslations('errorTrend');
  const names = useTranslations('profile.errors');
  const format = useFormatter();
  const month = useMonths();
  const texts = { noReport: t('noReport') };
  const columns = months.map((one, index) => ({
    label: month.short(one.month, months[index - 1]?.month),
    name: month.name(one.month),
    note: sums[index] === null ? texts.noReport : index === months.length - 1 ? month.running : undefined,
  }));
  const multiples = kinds.map(({ kind, counts, total }) => ({
    name: names(kind),
    counts,
    sum: total === null ? texts.noReport : t('total', { count: total }),
    isSevere: kind === 'serviceCall',
  }));
  return (
    <ChartFrame
      title={t('title')}
      summary={multiples.map(({ name, sum }) => `${name}: ${sum}`).join('; ')}
      height={heightOf(kinds.length)}
      toTable={() => ({
        columns: [{ label: t('month') }, ...multiples.map(({ name }) => ({ label: name, align: 'end' as const }))],
        rows: columns.map(({ name }, index) => [
          name,
          ...kinds.map(({ counts }) => counts[index] ?? (counts[index] === null ? texts.noReport : null)),
        ]),
      })}
      draw={(width) => drawMultiples({ columns, multiples, most, width, format: (n) => format.number(n), texts })}
    />
  );
}

interface MonthColumn {
  /** Under the bars, e.g. 'Nov', and for the readable points in full, e.g. 'Nov 2026'. */
  readonly label: string;
  readonly name: string;
  /** Under the label: that the month is still running. */
  readonly note: string | undefined;
}
interface Multiple {
  readonly name: string;
  readonly counts: readonly (number | null)[];
  /** The sum of its months in words. */
  readonly sum: string;
  readonly isSevere: boolean;
}
interface MultiplesDrawing {
  readonly columns: readonly MonthColumn[];
  readonly multiples: readonly Multiple[];
  readonly most: number;
  readonly width: number;
  readonly format: (count: number) => string;
  readonly texts: { readonly noReport: string };
}

/** Room for the name above where there is none at the side. */
const nameRoom = 150;
const narrow = 640;
const barRoom = 48;
const valueRoom = 20;
const nameLine = 18;
const axisRoom = 38;

/** Height of the whole drawing in pixels; the same for all widths, so that nothing moves. */
const heightOf = (kinds: number): number => kinds * (nameLine + valueRoom + barRoom) + axisRoom;

/** One row of bars a kind over the same months, all on one scale; months without a report are hatched. */
function drawMultiples({ columns, multiples, most, width, format, texts }: MultiplesDrawing): Drawn {
  const left = width < narrow ? 0 : nameRoom;
  const rowHeight = nameLine + valueRoom + barRoom;
  const x = scaleBand<number>({ domain: columns.map((_, n) => n), range: [left, width], paddingInner: 0.3 });
  const size = scaleLinear<number>({ domain: [0, Math.max(1, most)], range: [0, barRoom] });
  const barWidth = Math.min(72, x.bandwidth());
  const start = (column: number) => (x(column) ?? left) + (x.bandwidth() - barWidth) / 2;
  const baseline = (row: number) => (row + 1) * rowHeight;
  const toneOf = (isSevere: boolean, column: number) =>
    isSevere ? styles.error : column === columns.length - 1 ? styles.ink : styles.quiet;
  return {
    drawing: (
      <>
        {multiples.map(({ name, counts, sum, isSevere }, row) => (
          <Group key={name}>
            <text className={styles.name} x={0} y={left === 0 ? baseline(row) - rowHeight + 15 : baseline(row) - 18}>
              {name}
              {left === 0 ? (
                <tspan className={styles.label} dx={10}>
                  {sum}
                </tspan>
              ) : null}
            </text>
            {left === 0 ? null : (
              <text className={styles.label} x={0} y={baseline(row) - 2}>
                {sum}
              </text>
            )}
            <line className={styles.axis} x1={left} x2={width} y1={baseline(row) - 0.5} y2={baseline(row) - 0.5} />
            {counts.map((count, column) =>
              count === null ? (
                <Hatch
                  key={columns[column]?.name}
                  x={start(column)}
                  y={baseline(row) - barRoom / 2}
                  width={barWidth}
                  height={barRoom / 2}
                />
              ) : (
                <g key={columns[column]?.name}>
                  <Bar
                    className={classNames(toneOf(isSevere, column))}
                    x={start(column)}
                    y={baseline(row) - size(count)}
                    width={barWidth}
                    height={size(count)}
                  />
                  <text
                    className={count === 0 ? styles.label : styles.value}
                    x={start(column) + barWidth / 2}
                    y={baseline(row) - size(count) - 6}
                    textAnchor="middle"
                  >
                    {format(count)}
                  </text>
                </g>
              ),
            )}
          </Group>
        ))}
        <Group>
          {columns.map(({ label, name, note }, column) => (
            <g key={name}>
              <text
                className={styles.label}
                x={start(column) + barWidth / 2}
                y={baseline(multiples.length - 1) + 17}
                textAnchor="middle"
              >
                {label}
              </text>
              {note === undefined ? null : (
                <text
                  x={start(column) + barWidth / 2}
                  y={baseline(multiples.length - 1) + 32}
                  textAnchor="middle"
                  className={multiples.every(({ counts }) => counts[column] === null) ? styles.unknown : undefined}
                >
                  {note}
                </text>
              )}
            </g>
          ))}
        </Group>
      </>
    ),
    toPoints: () =>
      multiples.flatMap(({ name, counts }, row) =>
        counts.map((count, column) => ({
          x: start(column) + barWidth / 2,
          y: baseline(row) - (count === null ? barRoom / 2 : size(count)),
          text: `${name}, ${columns[column]?.name ?? ''}: ${count === null ? texts.noReport : format(count)}`,
        })),
      ),
  };
}
