import type { BodyOf } from '@platen/contract/endpoint';
import type { replaceMeterCodes as replaceCall } from '@platen/contract/meter-exports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { lazySchemas } from '../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/meter-exports'));

/** The table of codes of the reader's organisation, or the one that it inherits (MX-03). */
export const codesQuery = queryOptions({
  queryKey: ['meterCodes'] as const,
  queryFn: async ({ signal }) => (await call((await readSchemas()).readMeterCodes, { signal })).data,
});

export async function sendCodes(body: BodyOf<typeof replaceCall>): Promise<void> {
  await call((await readSchemas()).replaceMeterCodes, { body });
}
