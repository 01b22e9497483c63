import { defaultAgreedVersion, initialTermsVersion } from '@platen/contract/constants';
import type { RegisteredRouter } from '@tanstack/react-router';
import { type DeviceLink, toDeviceLink } from '../platform/device-link.ts';
import { isRecord } from '../platform/is-record.ts';
import { type ListPath, toListPath } from '../platform/screens.ts';
import { createArea, type Memory } from '../platform/state.ts';

function inSessionStorage<T>(key: string, toValue: (value: unknown) => T | null): Memory<T> {
  return {
    read: () => {
      const text = sessionStorage.getItem(key);
      if (text === null) return null;
      try {
        return toValue(JSON.parse(text));
      } catch {
        return null;
      }
    },
    write: (value) => {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
    },
  };
}

/** Terms versions (TM-02, TM-03): the latest is 1.0.0 until a session has started. */
export interface TermsState {
  readonly latest: string;
  readonly agreed: string;
}
export const termsArea = createArea<TermsState>(
  'terms',
  { latest: initialTermsVersion, agreed: defaultAgreedVersion },
  inSessionStorage('platen.terms', (value) =>
    isRecord(value) && typeof value['latest'] === 'string' && typeof value['agreed'] === 'string'
      ? { latest: value['latest'], agreed: value['agreed'] }
      : null,
  ),
);

/**
 * Where to go once signed in: always the device list, with the searchkey of the address if there was one
 * (AU-05, AU-06). From there on to the device that the address named.
 */
export interface ReturnTarget {
  readonly searchkey: string | null;
  readonly link?: DeviceLink;
}
export const returnTargetArea = createArea<ReturnTarget>(
  'returnTarget',
  { searchkey: null },
  inSessionStorage('platen.returnTarget', (value) => {
    if (!isRecord(value)) return null;
    const { searchkey, link } = value;
    if (typeof searchkey === 'string') return { searchkey };
    const checked = isRecord(link) ? toDeviceLink(link['path'], link['search']) : undefined;
    return checked === undefined ? null : { searchkey: null, link: checked };
  }),
);

/** What the portal is doing about the session; `leaving` hides all screens until the page is gone. */
export const sessionPhaseArea = createArea<'idle' | 'leaving'>('sessionPhase', 'idle');

/**
 * How the start of the sign-in stands: underway, provider not reached, stopped by the loop guard (OQ-13),
 * or impossible because browsers restrict PKCE's cryptography to secure addresses.
 */
export const signInArea = createArea<'working' | 'unreachable' | 'stopped' | 'insecure'>('signIn', 'working');

/** What the portal stores of the signed-in user (AU-36); the version is the portal's own (AU-38). */
export interface UserState {
  readonly version: string | null;
  readonly subject: string | null;
}
export const userArea = createArea<UserState>('user', { version: null, subject: null });

/** Where the user's own start area is stored (GE-20). */
const startKey = () => `platen.startArea.${userArea.get().subject ?? ''}`;

/** The area that follows the login where no target is saved: the device list, or one that the user chose. */
export const readStartArea = (): ListPath => toListPath(localStorage.getItem(startKey()) ?? '');

export function writeStartArea(path: ListPath): void {
  localStorage.setItem(startKey(), path);
}

type Router = Pick<RegisteredRouter, 'navigate' | 'history'>;

/** Stores the device that an address names until the user is signed in and has agreed to the terms. */
export function noteReturnLink(link: DeviceLink | undefined): void {
  if (link !== undefined) returnTargetArea.set({ searchkey: null, link });
}

/**
 * Goes to the saved return target, used once: the device list with its searchkey, or the start area when none
 * is saved (AU-11, OQ-28, GE-20). A device that the address named is opened from the list, so that one step
 * back leads there.
 */
export async function openReturnTarget({ navigate, history }: Router): Promise<void> {
  const { searchkey, link } = returnTargetArea.get();
  returnTargetArea.reset();
  const to = searchkey === null && link === undefined ? readStartArea() : '/devicelist';
  const toList = navigate({ to, search: searchkey === null ? {} : { searchkey }, replace: true });
  if (link === undefined) return await toList;
  // Two changes of one moment would become one step of the history.
  history.flush();
  await Promise.all([toList, navigate({ to: link.path, search: link.search })]);
}

/**
 * Counts completions of the sign-in that failed, so that provider and portal do not send the browser round
 * and round (OQ-13).
 */
const failuresKey = 'platen.signInFailures';
/** After this many failures in a row the portal no longer redirects by itself. */
const failuresToStop = 2;

export function readFailures(): number {
  const text = sessionStorage.getItem(failuresKey);
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

export function countFailure(): void {
  sessionStorage.setItem(failuresKey, String(Math.min(readFailures() + 1, 9999)));
}

export function resetFailures(): void {
  sessionStorage.removeItem(failuresKey);
}

export const decideStop = (failures: number): boolean => failures >= failuresToStop;
