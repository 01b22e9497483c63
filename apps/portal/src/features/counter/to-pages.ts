/** Pages as the call gives them: `total` only where the two kinds do not make it up. */
export interface PagesAnswer {
  readonly black: number | null;
  readonly color: number | null;
  readonly total?: number | undefined;
}
export interface Pages {
  readonly black: number | null;
  readonly color: number | null;
  /** Black plus color (CT-04, OQ-66), else what the device counts as a whole; null when neither is known. */
  readonly total: number | null;
  /** Color in percent of the total; null where a kind is not known or nothing was printed. */
  readonly colorRate: number | null;
}

export function toPages({ black, color, total }: PagesAnswer): Pages {
  if (black === null || color === null) return { black, color, total: total ?? null, colorRate: null };
  const sum = black + color;
  return { black, color, total: sum, colorRate: sum > 0 ? (color / sum) * 100 : null };
}
