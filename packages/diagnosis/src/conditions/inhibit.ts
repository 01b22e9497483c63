import { hourMs } from '@platen/contract/constants';
import type { Hold } from './evaluation.ts';
import type { Identity, Instant, ReplayedCondition } from './model.ts';

// Hidden causes stand back (WL-43 to WL-46): of which conditions of the device, its collector and its
// customer a condition follows.

/** Units whose parts a service call is about, by ranges of device codes (catalogue of device codes). */
const unitsOfCodes: readonly (readonly [from: string, to: string, unit: string])[] = [
  ['C040', 'C043', 'feedRoller'],
  ['C130', 'C1F0', 'feedRoller'],
  ['C400', 'C4FF', 'fuser'],
  ['C618', 'C638', 'feedRoller'],
  ['C700', 'C8FF', 'feedRoller.ADF'],
  ['CA00', 'CAFF', 'laserUnit'],
  ['CE20', 'CE20', 'CE20'],
  ['CE40', 'CE40', 'CE40'],
];

/** Whether a part is of the unit that a device code is about. */
const isOfUnit = (code: string, part: string): boolean =>
  unitsOfCodes.some(([from, to, unit]) => code >= from && code <= to && (part === unit || part.startsWith(`${unit}.`)));

/** Whether a condition of the first identity hides one of the second while it is not resolved. */
export function inhibits(by: Identity, of: Identity): boolean {
  if (by.kind === 'collector') return of.kind === 'stopped';
  if (by.kind === 'outbreak') return of.kind === by.subject;
  // New ones only: what is open stays visible.
  if (by.kind === 'stopped') return of.kind !== 'stopped' && of.kind !== 'identity' && of.kind !== 'person';
  if (by.kind !== 'down') return false;
  return of.kind === 'errorRepeat' ? of.subject === by.subject : of.kind === 'part' && isOfUnit(by.subject, of.subject);
}

/** An outbreak groups what opened within this time before it (WL-18). */
const outbreakMs = hourMs;

/**
 * The condition that hides another at an instant; null: none. A stopped device hides only what began under
 * it, an outbreak what opened with it.
 */
export function inhibitorOf(
  inhibitors: readonly Hold[],
  of: Identity & Pick<ReplayedCondition, 'isHeld' | 'openedAt'>,
  now: Instant,
): string | null {
  const found = inhibitors.find(
    (one) =>
      one.from <= now &&
      (one.until === null || one.until > now) &&
      inhibits(one, of) &&
      (of.isHeld || one.kind !== 'stopped') &&
      (of.isHeld || one.kind !== 'outbreak' || of.openedAt >= one.from - outbreakMs),
  );
  return found?.conditionId ?? null;
}
