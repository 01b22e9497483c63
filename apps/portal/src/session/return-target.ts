import type { RegisteredRouter } from '@tanstack/react-router';
import type { DeviceLink } from '../platform/device-link.ts';
import { returnTargetArea } from './session-areas.ts';

type Router = Pick<RegisteredRouter, 'navigate' | 'history'>;

/** Stores the device that an address names until the user is signed in and has agreed to the terms. */
export function noteReturnLink(link: DeviceLink | undefined): void {
  if (link !== undefined) returnTargetArea.set({ searchkey: null, link });
}

/**
 * Goes to the saved return target, used once: the device list with its searchkey, or bare when none is saved
 * (AU-11, OQ-28). A device that the address named is opened from the list, so that one step back leads there.
 */
export async function openReturnTarget({ navigate, history }: Router): Promise<void> {
  const { searchkey, link } = returnTargetArea.get();
  returnTargetArea.reset();
  const toList = navigate({ to: '/devicelist', search: searchkey === null ? {} : { searchkey }, replace: true });
  if (link === undefined) return await toList;
  // Two changes of one moment would become one step of the history.
  history.flush();
  await Promise.all([toList, navigate({ to: link.path, search: link.search })]);
}
