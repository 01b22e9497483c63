/** Pages a minute that a device can print at most, where its model is not known better (LG-13). */
const mostPerMinute = 80;
/** A rise is suspicious only beyond this share over the usual one and this many pages (LG-13). */
const suspicious = { share: 0.6, pages: 500 };

export type CounterDoubt = 'belowReported' | 'tooHigh';

/**
 * Why a typed total asks 'Is this right?' (VR-05): it lies below the last known one, or further above it than
 * the device prints (LG-13). Null: it is plausible, or nothing is known to compare it with.
 * @param pagesADay usual use; null: not known, then only what a device can do limits the rise
 */
export function doubtCounter(
  typed: number,
  reported: { readonly value: number; readonly at: string } | null,
  now: number,
  pagesADay: number | null,
): CounterDoubt | null {
  if (reported === null) return null;
  const rise = typed - reported.value;
  if (rise < 0) return 'belowReported';
  const minutes = Math.max(1, (now - Date.parse(reported.at)) / 60_000);
  if (rise > minutes * mostPerMinute) return 'tooHigh';
  if (pagesADay === null) return null;
  const usual = (pagesADay * minutes) / 1440;
  return rise - usual > suspicious.pages && rise > usual * (1 + suspicious.share) ? 'tooHigh' : null;
}
