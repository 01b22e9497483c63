import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { logError } from '../../platform/log.ts';
import type { CodeKind } from '../../device/code-queries.ts';
import type { CodeRow } from './code-rows.ts';

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
