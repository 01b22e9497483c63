/**
 * Counts completions of the sign-in that failed, so that provider and portal do not send the browser round
 * and round (OQ-13).
 */
const key = 'platen.signInFailures';
/** After this many failures in a row the portal no longer redirects by itself. */
const failuresToStop = 2;

export function readFailures(): number {
  const text = sessionStorage.getItem(key);
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

export function countFailure(): void {
  sessionStorage.setItem(key, String(Math.min(readFailures() + 1, 9999)));
}

export function resetFailures(): void {
  sessionStorage.removeItem(key);
}

export const decideStop = (failures: number): boolean => failures >= failuresToStop;
