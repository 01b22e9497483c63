import { useId } from 'react';
import styles from './chart.module.css';

/** A rectangle of the 'unknown' hatch with a dashed edge. Its text is next to it, or is `label` above it. */
export function Hatch({
  x,
  y,
  width,
  height,
  label,
  labelY = y - 7,
}: {
  readonly x: number;
  readonly y: number;
  /** Pixels; the whole width of the drawing has no room for a label of its own. */
  readonly width: number | '100%';
  readonly height: number;
  readonly label?: string | undefined;
  readonly labelY?: number;
}) {
  const id = useId();
  return (
    <g>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className={styles.hatchLine} />
        </pattern>
      </defs>
      <rect x={x} y={y} width={width} height={height} fill={`url(#${id})`} className={styles.hatch} />
      {label === undefined || width === '100%' ? null : (
        <text x={x + width / 2} y={labelY} textAnchor="middle" className={styles.unknown}>
          {label}
        </text>
      )}
    </g>
  );
}

/**
 * A predicted place as a dot within its 80 % range, in pixels or percent of the width. An end beyond the
 * scale has no stroke but an arrow.
 */
export function Whisker({
  at,
  range,
  unit = '',
  y,
  tone,
}: {
  at: number | undefined;
  range:
    | { readonly from: number; readonly to: number; readonly openStart?: boolean; readonly openEnd?: boolean }
    | undefined;
  unit?: '' | '%';
  y: number;
  tone: 'error' | 'warning' | undefined;
}) {
  const toLength = (position: number) => `${position}${unit}`;
  return (
    <g>
      {range === undefined ? null : (
        <>
          <rect
            className={styles.rangeBar}
            data-tone={tone}
            x={toLength(range.from)}
            y={y - 4}
            width={toLength(Math.max(1, range.to - range.from))}
            height={8}
          />
          {range.openStart === true ? null : (
            <line
              className={styles.whisker}
              data-tone={tone}
              x1={toLength(range.from)}
              x2={toLength(range.from)}
              y1={y - 5}
              y2={y + 5}
            />
          )}
          {range.openEnd === true ? (
            <svg x={toLength(range.to)} y={y} overflow="visible">
              <path className={styles.whisker} data-tone={tone} fill="none" d="M-4-4l4 4-4 4" />
            </svg>
          ) : (
            <line
              className={styles.whisker}
              data-tone={tone}
              x1={toLength(range.to)}
              x2={toLength(range.to)}
              y1={y - 5}
              y2={y + 5}
            />
          )}
        </>
      )}
      {at === undefined ? null : <circle className={styles.point} data-tone={tone} cx={toLength(at)} cy={y} r={4.2} />}
    </g>
  );
}
