const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** `15m`, `90s`, `500ms`, `2h`, `1d` in milliseconds; undefined when the text is none of these. */
export function toDurationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  const unit = match?.[2];
  if (match === null || unit === undefined || !isUnit(unit)) return undefined;
  return Number(match[1]) * unitMs[unit];
}
