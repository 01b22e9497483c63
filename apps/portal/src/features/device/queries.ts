import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { loadResource } from '../../app/lazy-resource.ts';

/** The schemas travel in a chunk of their own, asked for while the screen's code is still being run. */
let schemas: ReturnType<typeof load> | undefined;
async function load() {
  try {
    return await loadResource(() => import('@platen/contract/details'));
  } catch (thrown) {
    schemas = undefined;
    throw thrown;
  }
}
const readSchemas = () => (schemas ??= load());
// What went wrong here is said by the first call that needs them.
readSchemas().catch(() => undefined);

/** A device call without an id makes no request and is error 102003 (EH-14, OQ-16). */
type DeviceId = string | undefined;
const keyOf = (id: DeviceId, part: string) => ['device', id ?? null, part] as const;

export const deviceQueries = {
  profile: (id: DeviceId) =>
    queryOptions({
      queryKey: keyOf(id, 'profile'),
      queryFn: async ({ signal }) => (await call((await readSchemas()).readProfile, { params: { id }, signal })).data,
    }),
  evidence: (id: DeviceId) =>
    queryOptions({
      queryKey: keyOf(id, 'evidence'),
      queryFn: async ({ signal }) => (await call((await readSchemas()).readEvidence, { params: { id }, signal })).data,
    }),
  firmware: (id: DeviceId) =>
    queryOptions({
      queryKey: keyOf(id, 'firmware'),
      queryFn: async ({ signal }) => (await call((await readSchemas()).readFirmware, { params: { id }, signal })).data,
    }),
  network: (id: DeviceId) =>
    queryOptions({
      queryKey: keyOf(id, 'network'),
      queryFn: async ({ signal }) =>
        (await call((await readSchemas()).readNetworkInformation, { params: { id }, signal })).data,
    }),
};
