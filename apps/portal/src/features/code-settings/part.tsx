import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/account-queries.ts';
import { codeQueries, type SettableKind } from '../../device/code-queries.ts';
import { CodeSettingSheet } from './sheet.tsx';

/** The two setting screens: one for two kinds of code (RT-20, RT-21). */
const toPart = (kind: SettableKind) => ({
  Sheet: ({ deviceId }: { readonly deviceId: string }) => <CodeSettingSheet kind={kind} deviceId={deviceId} />,
  prefetch: (client: QueryClient, deviceId: string): Promise<unknown> =>
    Promise.all([client.prefetchQuery(codeQueries.table(kind, deviceId)), client.prefetchQuery(meQuery)]),
});
export const code05Setting = toPart('05');
export const code08Setting = toPart('08');
