/** `unknown`: a server of an older version, which keeps no status. */
export type StatusOutcome = { kind: 'taken' } | { kind: 'unknown' } | { kind: 'refused'; reason: string };

/** Judges the answer to a status by its HTTP status. */
export function decideStatusOutcome(status: number): StatusOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404) return { kind: 'unknown' };
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `the collector key is not accepted (status ${status})` };
  return { kind: 'refused', reason: `status ${status}` };
}
