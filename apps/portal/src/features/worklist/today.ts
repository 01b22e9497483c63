/** The day that the clock of a zone shows, `YYYY-MM-DD`; of an unknown zone that of the viewer. */
export function dayIn(zone: string, now: Date): string {
  const of = (timeZone: string | undefined) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  try {
    return of(zone);
  } catch {
    return of(undefined);
  }
}
