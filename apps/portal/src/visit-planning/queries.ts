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
  /** To whom the user may assign, each with how many of these devices it does not see. */
  people: (devices: readonly string[] = []) =>
    queryOptions({
      queryKey: ['worklist', 'people', devices] as const,
      queryFn: async ({ signal }) => {
        const { listPeople, mostSeenDevices } = await readWorklist();
        // Of more devices the server leaves out those that the person does not see.
        const isAsked = devices.length > 0 && devices.length <= mostSeenDevices;
        return (await call(listPeople, { query: isAsked ? { devices: devices.join() } : {}, signal })).data.people;
      },
      placeholderData: keepPreviousData,
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
