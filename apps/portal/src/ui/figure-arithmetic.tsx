import { dayMs } from '@platen/contract/constants';
import type { FigureReadings } from '@platen/contract/figures';
import { useFormatter, useTranslations } from 'use-intl/react';
import styles from './evidence.module.css';
import type { NamedInputs } from './evidence-source.ts';
import { useFigureLines } from './figure-lines.ts';
import { useDates } from './use-dates.ts';

/**
 * A figure on its card: what it was calculated from, with the readings that it rests on, where they are
 * known.
 */
export interface ShownFigure extends NamedInputs {
  readonly readings?: FigureReadings | undefined;
}

/** The arithmetic of a calculated figure, line by line, and the readings that it rests on as a small line. */
export function FigureArithmetic({ figures }: { figures: readonly ShownFigure[] }) {
  const t = useTranslations('figures');
  const toLines = useFigureLines();
  return (
    <>
      <dt>{t('label')}</dt>
      <dd className={styles.lines}>
        {figures
          .flatMap(({ name, inputs }) =>
            toLines(inputs).map((line) => (name === undefined ? line : `${name}: ${line}`)),
          )
          .map((line, at) => (
            // The lines of one figure never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={at}>{line}</div>
          ))}
        {figures.map(({ readings }) =>
          readings === undefined ? null : <Sparkline key={readings.from} readings={readings} />,
        )}
      </dd>
    </>
  );
}

const [width, height] = [180, 32];

function Sparkline({ readings: { from, values } }: { readings: FigureReadings }) {
  const t = useTranslations('figures');
  const format = useFormatter();
  const dates = useDates();
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const start = Date.parse(`${from}T12:00:00`);
  const day = (at: number) => dates.date(new Date(start + at * dayMs));
  const least = Math.min(...points.map(({ value }) => value));
  const range = Math.max(...points.map(({ value }) => value)) - least || 1;
  const path = points
    .map(({ at, value }) => {
      const x = 1 + (at / last.at) * (width - 2);
      const y = height - 2 - ((value - least) / range) * (height - 4);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const label = t('readings', {
    from: day(first.at),
    to: day(last.at),
    first: format.number(first.value),
    last: format.number(last.value),
  });
  return (
    <figure className={styles.readings}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" preserveAspectRatio="none">
        <polyline points={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
