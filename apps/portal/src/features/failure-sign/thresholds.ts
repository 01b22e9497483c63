/**
 * A warning is released 5 percent on the safe side of its threshold (OQ-105): below an upper limit, above a
 * lower one.
 */
export const releaseOf = (threshold: number, kind: 'upper' | 'lower'): number =>
  threshold * (kind === 'upper' ? 0.95 : 1.05);
