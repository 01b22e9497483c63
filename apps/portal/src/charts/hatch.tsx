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
