import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createArea } from '../../platform/state.ts';

/** Where the reader was in the list, by the history entry it was seen in. */
const placeArea = createArea<{ entry: string; scrollY: number } | null>('deviceListPlace', null);

/**
 * One step back from a device leads to the row it was opened from. A navigation scrolls to the top (RT-25);
 * this is the one exception: back in the same history entry, with the rows still there (decision 0181).
 */
export function useReturnPlace(hasRows: boolean, focusRow: () => void): void {
  const router = useRouter();
  const entry = useLocation({ select: ({ state: { __TSR_key: key } }) => key });
  const latest = useRef({ entry, hasRows, focusRow });
  useLayoutEffect(() => {
    latest.current = { entry, hasRows, focusRow };
  });
  useLayoutEffect(() => {
    const place = placeArea.get();
    const isBack = place !== null && place.entry === latest.current.entry && latest.current.hasRows;
    if (!isBack) return undefined;
    const restore = () => window.scrollTo({ top: place.scrollY, behavior: 'instant' });
    restore();
    // The router scrolls to the top, and the header takes the focus, once the screen stands.
    let frame = 0;
    const stop = router.subscribe('onResolved', () => {
      stop();
      restore();
      frame = requestAnimationFrame(() => {
        restore();
        latest.current.focusRow();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [router]);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        const { entry } = latest.current;
        if (pathChanged && entry !== undefined) placeArea.set({ entry, scrollY: window.scrollY });
      }),
    [router],
  );
}
