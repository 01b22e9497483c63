import { nonMobilePx, wideScreenPx } from '@platen/contract/constants';
import { useSyncExternalStore } from 'react';

function watch(query: string) {
  const list = window.matchMedia(query);
  return {
    read: () => list.matches,
    subscribe: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
const wide = watch(`(width >= ${wideScreenPx}px)`);
const desk = watch(`(width >= ${nonMobilePx}px)`);

/** At least 1600 px (HD-29, CN-03). */
export const useIsWide = (): boolean => useSyncExternalStore(wide.subscribe, wide.read);
/** At least 960 px: not mobile (LY-01, CN-04). */
export const useIsDesk = (): boolean => useSyncExternalStore(desk.subscribe, desk.read);
