/** Pixels that a label below its reading reaches down. */
const labelHeight = 20;

/**
 * Side of the last reading's label, all in pixels downwards: away from where the line goes on, and from the
 * threshold where that runs within 24 pixels; never below the `floor`, where the axis has its own words.
 */
export function toLabelSide(
  last: number,
  neighbours: {
    readonly next: number | undefined;
    readonly before: number | undefined;
    readonly threshold: number | undefined;
    readonly floor?: number;
  },
): 'above' | 'below' {
  const { next, before, threshold, floor } = neighbours;
  if (floor !== undefined && last + labelHeight > floor) return 'above';
  if (threshold !== undefined && Math.abs(threshold - last) < 24) return threshold <= last ? 'below' : 'above';
  if (next !== undefined && next !== last) return next < last ? 'below' : 'above';
  return before !== undefined && before < last ? 'below' : 'above';
}
