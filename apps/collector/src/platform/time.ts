export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const unitMs = { ms: 1, s: secondMs, m: minuteMs, h: hourMs, d: dayMs } as const;
const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** `15m`, `90s`, `500ms`, `2h`, `1d` in milliseconds; undefined for any other text. */
export function toDurationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  const unit = match?.[2];
  if (match === null || unit === undefined || !isUnit(unit)) return undefined;
  return Number(match[1]) * unitMs[unit];
}
