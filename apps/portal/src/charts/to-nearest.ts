import type { ReadablePoint } from './chart-table.ts';

/** Index of the point a pointer means: sideways distance counts most, since points follow one another sideways. */
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
