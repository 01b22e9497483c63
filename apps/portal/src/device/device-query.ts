import type { deviceParams } from '@platen/contract/device-call';
import type { Endpoint } from '@platen/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call, withZone } from '../api/client.ts';
import { loadResource } from '../platform/load-texts.ts';

/** A device call without an id makes no request and is error 102003 (EH-14, OQ-16). */
type DeviceId = string | undefined;
export interface DeviceRequest {
  readonly params: { readonly id: DeviceId };
  readonly signal: AbortSignal;
}

/**
 * Schemas of calls. They travel in a chunk of their own, asked for while the screen's code is still being
 * run. A failed load is forgotten, so that Retry tries again.
 */
export function lazySchemas<Schemas>(load: () => Promise<Schemas>): () => Promise<Schemas> {
  let schemas: Promise<Schemas> | undefined;
  const read = () =>
    (schemas ??= loadResource(load).catch((thrown: unknown) => {
      schemas = undefined;
      throw thrown;
    }));
  // The first call that needs them reports the failure.
  read().catch(() => undefined);
  return read;
}

/**
 * What is known of a device under the key of `parts`. An answer that ends with today (`isDaily`) is asked for
 * again when a new day begins, also on a screen in the background.
 */
export const deviceQuery = <const Parts extends readonly unknown[], T>(
  id: DeviceId,
  parts: Parts,
  read: (request: DeviceRequest) => Promise<T>,
  isDaily = false,
) =>
  queryOptions({
    queryKey: ['device', id ?? null, ...parts] as const,
    queryFn: async ({ signal }) => read({ params: { id }, signal }),
    refetchInterval: () => (isDaily ? toNextDay(new Date()) : false),
    refetchIntervalInBackground: true,
  });

/** Milliseconds to the next local day, and a moment more, as the server's clock may be behind. */
const toNextDay = (now: Date): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime() + 5000;

/** The answer has counts by day or month: those of the viewer's time zone, up to today. */
export const inViewerZone = { isDaily: true } as const;

/**
 * The reads of a device by these schemas: `key` is the name of the read, behind the names that all of them
 * share.
 */
export const deviceReads =
  <Schemas>(schemas: () => Promise<Schemas>, ...shared: readonly string[]) =>
  <Answer extends z.ZodMiniType>(
    key: string,
    select: (schemas: Schemas) => Endpoint<typeof deviceParams, z.ZodMiniType, z.ZodMiniType, Answer>,
    { isDaily }: { readonly isDaily: boolean } = { isDaily: false },
  ) =>
  (id: DeviceId) =>
    deviceQuery(
      id,
      [...shared, key],
      async (request) => {
        const endpoint = select(await schemas());
        const ask = async (timeZone?: string) =>
          (await call(endpoint, { ...request, query: timeZone === undefined ? {} : { timeZone } })).data;
        return isDaily ? withZone(ask) : ask();
      },
      isDaily,
    );

const readDetails = deviceReads(lazySchemas(() => import('@platen/contract/details')));

export const deviceQueries = {
  profile: readDetails('profile', (schemas) => schemas.readProfile, inViewerZone),
  evidence: readDetails('evidence', (schemas) => schemas.readEvidence, inViewerZone),
  firmware: readDetails('firmware', (schemas) => schemas.readFirmware),
  network: readDetails('network', (schemas) => schemas.readNetworkInformation),
};
