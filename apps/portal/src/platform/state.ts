import { useSyncExternalStore } from 'react';

/**
 * One named piece of session state. All areas fall back to their initial value on logout (AU-19..AU-38,
 * OQ-18).
 */
export interface Area<T> {
  readonly name: string;
  get(): T;
  set(next: T): void;
  reset(): void;
  readonly subscribe: (listener: () => void) => () => void;
}

const areas = new Set<Pick<Area<unknown>, 'name' | 'reset'>>();

/** `remember`: where a value outlives a reload; `null` from `read` means that nothing usable was stored. */
export interface Memory<T> {
  read(): T | null;
  write(value: T | null): void;
}

export function createArea<T>(name: string, initial: T, memory?: Memory<T>): Area<T> {
  let value = memory?.read() ?? initial;
  const listeners = new Set<() => void>();
  const change = (next: T, keep: T | null) => {
    memory?.write(keep);
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of listeners) listener();
  };
  const area: Area<T> = {
    name,
    get: () => value,
    set: (next) => change(next, next),
    reset: () => change(initial, null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  areas.add(area);
  return area;
}

/** The area's value, or what `select` makes of it; the component renders again only when that changes. */
export function useArea<T>(area: Area<T>): T;
export function useArea<T, S>(area: Area<T>, select: (value: T) => S): S;
export function useArea<T, S>(area: Area<T>, select?: (value: T) => S): T | S {
  const read = () => (select === undefined ? area.get() : select(area.get()));
  return useSyncExternalStore(area.subscribe, read);
}

/** Puts the named areas, or all there are, back to their initial values. */
export function resetAreas(names?: readonly string[]): void {
  for (const area of areas) if (names === undefined || names.includes(area.name)) area.reset();
}

/** Exactly one of these is open, or none (PO-01, PO-02, PO-06). */
export const popupNames = ['information', 'errorInformation', 'notification', 'terms', 'advancedSearch'] as const;
export type PopupName = (typeof popupNames)[number];

export const popupArea = createArea<PopupName | 'none'>('popup', 'none');

/** Opens a popup in place of any other; an error stays until it is closed (OQ-59). */
export function openPopup(name: PopupName): void {
  if (popupArea.get() === 'errorInformation' && name !== 'errorInformation') return;
  popupArea.set(name);
}

export function closePopup(): void {
  popupArea.reset();
}
