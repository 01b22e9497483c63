import { devicePageSize } from '@platen/contract/constants';
import { listDevices } from '@platen/contract/devices';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { lazySchemas } from '../device/device-query.ts';

const readWorklist = lazySchemas(() => import('@platen/contract/worklist'));

/** Devices offered at once; typing more narrows them down. */
const offered = Math.min(5, devicePageSize);

// Under the key of the worklist: what an action there changes is asked for again.
export const planningQueries = {
  /** To whom the user may assign. */
  people: queryOptions({
    queryKey: ['worklist', 'people'] as const,
    queryFn: async ({ signal }) => (await call((await readWorklist()).listPeople, { signal })).data.people,
  }),
  /** Devices that a text finds. */
  devices: (search: string) =>
    queryOptions({
      queryKey: ['planningDevices', search] as const,
      queryFn: async ({ signal }) =>
        (await call(listDevices, { query: { search, offset: 0, limit: offered }, signal })).data.devices,
      placeholderData: keepPreviousData,
    }),
};
