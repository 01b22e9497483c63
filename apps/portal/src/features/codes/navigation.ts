import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CodeKind } from '../../device/code-queries.ts';
import { type CodeSearch, codePositionArea } from '../../device/code-reading.ts';
import { pick } from '../../platform/address.ts';
import { logError } from '../../platform/log.ts';
import { type CodeRow, type CodeSort, firstSort, toSort } from './code-rows.ts';

/** Search and order of the table stand in the address, so that a reload and a sent link keep them. */
export function useCodeSearch() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const order = useMemo(() => toSort(search.sort, search.order), [search.sort, search.order]);
  const address: CodeSearch = pick(search, ['codes', 'sort', 'order']);
  const change = (next: { [Key in keyof CodeSearch]: string | undefined }) => {
    navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true }).catch((thrown: unknown) =>
      logError('keeping the search in the address failed', thrown),
    );
  };
  return {
    text: address.codes ?? '',
    sort: order,
    address,
    setText: (text: string) => change({ codes: text === '' ? undefined : text }),
    setSort: ({ column, order: way }: CodeSort) => {
      const isFirst = column === firstSort.column && way === firstSort.order;
      change(isFirst ? { sort: undefined, order: undefined } : { sort: column, order: way });
    },
  };
}

/**
 * The way to the setting of a code: an address for the link, and the press itself. Undefined for code 13
 * (OQ-76).
 */
export function useSettingLinks(kind: CodeKind, deviceId: string) {
  const router = useRouter();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMemo(() => {
    if (kind === '13') return undefined;
    const to = `/code${kind}setting` as const;
    const path = `${router.buildLocation({ to }).publicHref}?device=${encodeURIComponent(deviceId)}`;
    return {
      toHref: ({ main, sub }: CodeRow) => `${path}&main=${main}&sub=${sub ?? 0}`,
      prepare: () => router.routesByPath[to].options.staticData?.prefetch?.(client, deviceId),
      open: ({ main, sub }: CodeRow) => {
        const search = { device: deviceId, main: String(main), sub: String(sub ?? 0) };
        navigate({ to, search }).catch((thrown: unknown) => logError('opening a setting failed', thrown));
      },
    };
  }, [kind, deviceId, router, navigate, client]);
}

/**
 * The way back from a setting leads to the row it was opened from, while any other navigation begins at the
 * top (RT-25). `remember` takes the row of the keyboard; `row` is the one to go back to, until it has the
 * focus.
 */
export function useScrollPosition(
  frame: RefObject<HTMLElement | null>,
  position: { readonly deviceId: string; readonly kind: CodeKind; readonly search: CodeSearch },
) {
  const router = useRouter();
  const row = useRef<string>(undefined);
  const latest = useRef(position);
  useLayoutEffect(() => {
    latest.current = position;
  });
  const [stored] = useState(() => {
    const before = codePositionArea.get();
    return before?.deviceId === position.deviceId && before.kind === position.kind ? before : null;
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
        codePositionArea.reset();
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
        codePositionArea.set({ deviceId, kind, search, row: row.current, ...scrolled });
      }),
    [frame, router],
  );
  const remember = useCallback((key: string | undefined) => {
    row.current = key;
  }, []);
  return { remember, row: stored?.row };
}
