import type { BodyOf } from '@platen/contract/endpoint';
import type { handOver } from '@platen/contract/tickets';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';
import { worklistKey } from './mutations.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/tickets'));

export const ticketQueries = {
  /** To which conditions can be handed over. */
  systems: queryOptions({
    queryKey: [worklistKey, 'ticketSystems'] as const,
    queryFn: async ({ signal }) => (await call((await readSchemas()).listTicketSystems, { signal })).data.systems,
  }),
  /** What handing these rows over would do (TK-03); never shown from memory, as a person decides by it. */
  preview: (systemId: string, rowIds: readonly string[]) =>
    queryOptions({
      queryKey: [worklistKey, 'ticketPreview', systemId, rowIds] as const,
      queryFn: async ({ signal }) => {
        const { previewTickets } = await readSchemas();
        return (await call(previewTickets, { body: { systemId, rowIds: [...rowIds] }, signal })).data;
      },
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
};

/** Hands conditions over, as the person saw them. */
export const useHandOver = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof handOver>) => (await call((await readSchemas()).handOver, { body })).data,
  });
