import type { QueryOf } from '@platen/contract/endpoint';
import type { exportVisitEffects, readVisitFigures } from '@platen/contract/visit-figures';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, request } from '../api/client.ts';
import { deviceQuery, lazySchemas } from '../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/visit-effects'));

/** What the last visits of a device changed. */
export const deviceEffectsQuery = (deviceId: string) =>
  deviceQuery(deviceId, ['visit-effects'], async (request) => {
    const { listVisitEffects } = await readSchemas();
    return (await call(listVisitEffects, request)).data.effects;
  });

const readFigureSchemas = lazySchemas(() => import('@platen/contract/visit-figures'));

/** What visits brought over the fleet. Under the key of visits: a recorded one makes it old. */
export const visitFiguresQuery = (query: QueryOf<typeof readVisitFigures>) =>
  queryOptions({
    queryKey: ['visits', 'figures', query] as const,
    queryFn: async ({ signal }) => (await call((await readFigureSchemas()).readVisitFigures, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

/** The entries of these visits as a file. */
export const askForEffects = async (
  query: QueryOf<typeof exportVisitEffects>,
  signal: AbortSignal,
  timeout: AbortSignal,
): Promise<Response> => request((await readFigureSchemas()).exportVisitEffects, { query, signal }, timeout);
