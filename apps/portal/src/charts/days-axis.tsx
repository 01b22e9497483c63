import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl/react';
import styles from './chart.module.css';
import { Hatch } from './hatch.tsx';
import { type DaysLeft, toDaysAxis } from './to-days-axis.ts';
import { Whisker } from './whisker.tsx';

const quarters = [0, 1 / 3, 2 / 3, 1];
/** Room at both ends for a dot that lies on them. */
const inset = 5;
const height = 18;

/**
 * Days left as a dot within its 80 % whisker, for a row of a table. `left: null` draws the hatch of 'not known'.
 * `label` says the same in words for assistive technology: the figures stand beside it for all others.
 */
export function DaysAxis({
  left,
  label,
  tone,
  most = 90,
}: {
  left: DaysLeft | null;
  label: string;
  tone?: 'error' | 'warning' | undefined;
  most?: number;
}) {
  const model = left === null ? undefined : toDaysAxis(left, most);
  const { at, range } = model ?? {};
  return (
    <Scale label={label}>
      {model === undefined ? (
        <Hatch x={0} y={2} width="100%" height={height - 4} />
      ) : (
        <>
          <line className={styles.axis} x1="0" x2="100%" y1={height / 2} y2={height / 2} />
          {quarters.map((place) => (
            <line key={place} className={styles.axis} x1={toX(place)} x2={toX(place)} y1={5} y2={height - 5} />
          ))}
          <Whisker
            at={at === undefined ? undefined : at * 100}
            range={range && { ...range, from: range.from * 100, to: range.to * 100 }}
            unit="%"
            y={height / 2}
            tone={tone}
          />
        </>
      )}
    </Scale>
  );
}

/** The scale of a column of days axes, for its head: 0, 30, 60, '90 d'. `unit` is written as '{count} d' by the caller. */
export function DaysAxisHead({ most = 90, last }: { most?: number; last: string }) {
  const format = useFormatter();
  return (
    <Scale>
      {quarters.map((place) => (
        <text key={place} x={toX(place)} y={13} textAnchor={place === 0 ? 'start' : place === 1 ? 'end' : 'middle'}>
          {place === 1 ? last : format.number(Math.round(place * most))}
        </text>
      ))}
    </Scale>
  );
}

const toX = (place: number): string => `${place * 100}%`;

/** As wide as its cell, drawn in shares of it: measuring the cell would lay the screen out twice before it is seen. */
function Scale({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      aria-hidden={label === undefined || undefined}
      style={{ blockSize: height, minInlineSize: 0, paddingInline: inset }}
    >
      <svg
        className={styles.drawing}
        width="100%"
        height={height}
        overflow="visible"
        {...(label === undefined ? {} : { role: 'img', 'aria-label': label })}
      >
        {children}
      </svg>
    </div>
  );
}
