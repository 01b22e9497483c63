import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl/react';
import styles from './chart.module.css';
import { Hatch, Whisker } from './marks.tsx';

const quarters = [0, 1 / 3, 2 / 3, 1];
/** Room at both ends for a dot that lies on them. */
const inset = 5;
const height = 18;

/**
 * Days left as a dot within its 80 % whisker, for a row of a table. `left: null` draws the hatch of 'not
 * known'. `label` describes the drawing for assistive technology; the figures next to it are for everyone
 * else.
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
          {quarters.map((share) => (
            <line key={share} className={styles.axis} x1={toX(share)} x2={toX(share)} y1={5} y2={height - 5} />
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

/**
 * The scale of a column of days axes, for its head: 0, 30, 60, '90 d'. `unit` is written as '{count} d' by
 * the caller.
 */
export function DaysAxisHead({ most = 90, last }: { most?: number; last: string }) {
  const format = useFormatter();
  return (
    <Scale>
      {quarters.map((share) => (
        <text key={share} x={toX(share)} y={13} textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}>
          {share === 1 ? last : format.number(Math.round(share * most))}
        </text>
      ))}
    </Scale>
  );
}

const toX = (share: number): string => `${share * 100}%`;

/**
 * As wide as its cell, drawn in shares of it: measuring the cell would lay the screen out twice before it is
 * seen.
 */
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

interface DaysLeft {
  readonly days: number;
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
}
interface DaysAxisModel {
  /** Place of the dot from 0 to 1; undefined when it lies beyond the scale. */
  readonly at: number | undefined;
  readonly range:
    | { readonly from: number; readonly to: number; readonly openStart?: boolean; readonly openEnd: boolean }
    | undefined;
}

/**
 * The arrow at the end of the scale, without a stroke before it that could be read as the lower end of a
 * range.
 */
const arrow = { from: 0.96, to: 1, openStart: true, openEnd: true } as const;

/**
 * Days left on a scale from 0 to `most`; a range beyond it is open to the right, of one wholly beyond the
 * arrow alone is shown.
 */
export function toDaysAxis({ days, lower, upper }: DaysLeft, most: number): DaysAxisModel {
  const share = (value: number) => Math.min(1, Math.max(0, value / most));
  const hasRange = lower !== undefined && upper !== undefined && upper >= lower;
  return {
    at: Number.isFinite(days) && days <= most ? share(days) : undefined,
    range:
      (hasRange ? lower : days) >= most && days > most
        ? arrow
        : hasRange
          ? { from: Math.min(share(lower), arrow.from), to: share(upper), openEnd: upper > most }
          : undefined,
  };
}
