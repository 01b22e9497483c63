import { useId } from 'react';
import styles from './chart.module.css';
import type { PrintLetter } from '../ui/print-colors.ts';
import type { LaneModel } from './to-time-lanes.ts';

/** Stretches of a lane, each begun by a tick; the running one is thicker. Erasable blue is striped as everywhere. */
export function LaneSpans({
  spans,
  print,
  x,
  y,
}: {
  spans: LaneModel['spans'];
  print: PrintLetter | undefined;
  x: (day: number) => number;
  y: number;
}) {
  const id = useId();
  return (
    <>
      {print === 'B' ? (
        <defs>
          <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0v6" className={styles.stripe} />
          </pattern>
        </defs>
      ) : null}
      {spans.map(({ from, to, current }) => {
        const size = current ? 10 : 6;
        const box = { x: x(from), y: y - size / 2, width: Math.max(1, x(to) - x(from)), height: size };
        return (
          <g key={from}>
            <rect {...box} className={print === undefined ? styles.ink : styles.print} data-print={print} />
            {print === 'B' ? <rect {...box} fill={`url(#${id})`} /> : null}
            <line className={styles.whisker} x1={x(from)} x2={x(from)} y1={y - 8} y2={y + 8} />
          </g>
        );
      })}
    </>
  );
}
