import type { QueryClient } from '@tanstack/react-query';
import { type CodeKind, codeQueries } from '../../device/code-queries.ts';
import { CodesSheet } from './sheet.tsx';

/** The three tabs of codes: one screen for three kinds (RT-12..RT-14). */
const toPart = (kind: CodeKind) => ({
  Sheet: ({ deviceId }: { readonly deviceId: string }) => <CodesSheet kind={kind} deviceId={deviceId} />,
  prefetch: (client: QueryClient, deviceId: string): Promise<unknown> =>
    client.prefetchQuery(codeQueries.table(kind, deviceId)),
});
export const code05 = toPart('05');
export const code08 = toPart('08');
export const code13 = toPart('13');
