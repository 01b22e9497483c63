/** An instant as the browser's box for day and time takes it: in the zone of the reader. */
export function toLocalMinute(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of such a box; undefined: it is empty or incomplete. */
export function toInstant(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
