import { type PointerEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './chart-frame.module.css';
import type { ReadablePoint } from './chart-models.ts';
import { textWidth } from './end-labels.tsx';

/**
 * Reads the points of a drawing: one stop of the Tab key, arrow keys, Home and End move, the text is
 * announced and shown. The browser's own range control does the keys and the announcing; the pointer shows
 * the point it is nearest to.
 */
export function PointReader({
  title,
  toPoints,
  width,
}: {
  title: string;
  /** Called once for each drawing: a trend has hundreds of points, each with its text. */
  toPoints: () => readonly ReadablePoint[];
  width: number;
}) {
  const t = useTranslations('charts');
  const points = useMemo(() => toPoints(), [toPoints]);
  const [index, setIndex] = useState(points.length - 1);
  const [isFocused, setFocused] = useState(false);
  const [hovered, setHovered] = useState<number>();
  if (points.length === 0) return null;
  const current = Math.min(Math.max(0, index), points.length - 1);
  const shown = hovered ?? (isFocused ? current : undefined);
  const point = shown === undefined ? undefined : points[shown];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setHovered(toNearest(points, event.clientX - left, event.clientY - top));
  };
  return (
    <div
      className={styles.reader}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setHovered(undefined)}
    >
      <input
        type="range"
        className={styles.keys}
        min={0}
        max={points.length - 1}
        step={1}
        value={current}
        aria-label={t('points', { title })}
        aria-valuetext={points[current]?.text}
        onChange={(event) => setIndex(Number(event.currentTarget.value))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {point === undefined ? null : (
        <>
          <span className={styles.ring} style={{ left: point.x, top: point.y }} />
          <span
            className={styles.tip}
            aria-hidden="true"
            data-below={point.y < 34}
            style={{ left: toInside(point, width), top: point.y }}
          >
            {point.text}
          </span>
        </>
      )}
    </div>
  );
}

/** Middle of a tip that stays within the drawing. */
function toInside({ x, text }: ReadablePoint, width: number): number {
  const half = Math.min(130, textWidth(text) / 2 + 12);
  return Math.min(Math.max(x, half), Math.max(half, width - half));
}

/**
 * Index of the point a pointer means: sideways distance counts most, since points follow one another
 * sideways.
 */
export function toNearest(points: readonly ReadablePoint[], x: number, y: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const distance = Math.abs(point.x - x) * 4 + Math.abs(point.y - y);
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best;
}
