import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CodeKind } from '../../device/code-queries.ts';
import { codePlaceArea, type CodeSearch } from '../../device/code-place.ts';

/**
 * The way back from a setting leads to the row it was opened from, while any other navigation begins at the
 * top (RT-25). `remember` takes the row of the keyboard; `row` is the one to go back to, until it has the
 * focus.
 */
export function useScrollPlace(
  frame: RefObject<HTMLElement | null>,
  place: { readonly deviceId: string; readonly kind: CodeKind; readonly search: CodeSearch },
) {
  const router = useRouter();
  const row = useRef<string>(undefined);
  const latest = useRef(place);
  useLayoutEffect(() => {
    latest.current = place;
  });
  const [stored] = useState(() => {
    const before = codePlaceArea.get();
    return before?.deviceId === place.deviceId && before.kind === place.kind ? before : null;
  });
  useLayoutEffect(() => {
    if (stored === null) return undefined;
    const restore = () => {
      window.scrollTo({ top: stored.scrollY, behavior: 'instant' });
      frame.current?.scrollTo({ top: stored.frameTop, behavior: 'instant' });
    };
    restore();
    // The router scrolls to the top, and the header takes the focus, once the screen stands.
    let frameId = 0;
    const stop = router.subscribe('onResolved', () => {
      stop();
      restore();
      frameId = requestAnimationFrame(() => {
        restore();
        frame.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
        codePlaceArea.reset();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frameId);
    };
  }, [stored, frame, router]);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
        if (!pathChanged) return;
        const { deviceId, kind, search } = latest.current;
        if (!toLocation.pathname.endsWith(`/code${kind}setting`)) return;
        const scrolled = { scrollY: window.scrollY, frameTop: frame.current?.scrollTop ?? 0 };
        codePlaceArea.set({ deviceId, kind, search, row: row.current, ...scrolled });
      }),
    [frame, router],
  );
  const remember = useCallback((key: string | undefined) => {
    row.current = key;
  }, []);
  return { remember, row: stored?.row };
}
