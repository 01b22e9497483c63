/** The browser's IANA time zone; undefined where it does not know it. */
export function browserTimeZone(): string | undefined {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === 'Etc/Unknown' ? undefined : zone;
}

/** The viewer's time zone: dates are shown in it, and the server counts days and months in it. */
export const viewerTimeZone = (): string => browserTimeZone() ?? 'UTC';
