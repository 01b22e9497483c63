/** The viewer's IANA time zone: dates are shown in it, and the server counts days and months in it. */
export const viewerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
