/** Minutes that the clocks of a zone are ahead of UTC at an instant. */
function offsetOf(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const of = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  const clock = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((clock - at) / 60_000);
}

/** `2026-11-30T23:04`: what the clocks of a zone show, for a field of date and time. */
export const toLocalText = (at: Date, zone: string): string =>
  new Date(at.getTime() + offsetOf(at.getTime(), zone) * 60_000).toISOString().slice(0, 16);

/** The instant at which the clocks of a zone show this; undefined: it is no time. */
export function toInstant(text: string, zone: string): Date | undefined {
  const clock = Date.parse(`${text}Z`);
  if (Number.isNaN(clock)) return undefined;
  // The offset of the first guess may be that of the other side of a change of clocks.
  const guess = clock - offsetOf(clock, zone) * 60_000;
  return new Date(clock - offsetOf(guess, zone) * 60_000);
}
