import styles from './chart.module.css';

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
  const to = (place: number) => `${place}${unit}`;
  return (
    <g>
      {range === undefined ? null : (
        <>
          <rect
            className={styles.rangeBar}
            data-tone={tone}
            x={to(range.from)}
            y={y - 4}
            width={to(Math.max(1, range.to - range.from))}
            height={8}
          />
          {range.openStart === true ? null : (
            <line
              className={styles.whisker}
              data-tone={tone}
              x1={to(range.from)}
              x2={to(range.from)}
              y1={y - 5}
              y2={y + 5}
            />
          )}
          {range.openEnd === true ? (
            <svg x={to(range.to)} y={y} overflow="visible">
              <path className={styles.whisker} data-tone={tone} fill="none" d="M-4-4l4 4-4 4" />
            </svg>
          ) : (
            <line
              className={styles.whisker}
              data-tone={tone}
              x1={to(range.to)}
              x2={to(range.to)}
              y1={y - 5}
              y2={y + 5}
            />
          )}
        </>
      )}
      {at === undefined ? null : <circle className={styles.point} data-tone={tone} cx={to(at)} cy={y} r={4.2} />}
    </g>
  );
}
