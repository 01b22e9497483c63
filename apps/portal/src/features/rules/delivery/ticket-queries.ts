import type { BodyOf } from '@platen/contract/endpoint';
import {
  addTicketSystem,
  changeTicketSystem,
  listTicketSystems,
  removeTicketSystem,
  type TicketSystem,
} from '@platen/contract/tickets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { deliveryKey, useChange } from '../../../delivery/queries.ts';

export const ticketSystemsQuery = queryOptions({
  queryKey: [deliveryKey, 'ticketSystems'] as const,
  queryFn: async ({ signal }) => (await call(listTicketSystems, { signal })).data.systems,
});

type Known = Pick<TicketSystem, 'systemId' | 'version'>;

export const useAddSystem = () =>
  useChange(async (body: BodyOf<typeof addTicketSystem>) => (await call(addTicketSystem, { body })).data.system);

export const useChangeSystem = () =>
  useChange(
    async ({ systemId, ...body }: BodyOf<typeof changeTicketSystem> & Known) =>
      (await call(changeTicketSystem, { params: { id: systemId }, body })).data.system,
  );

export const useRemoveSystem = () =>
  useChange(async ({ systemId, version }: Known) => {
    await call(removeTicketSystem, { params: { id: systemId }, query: { version } });
  });
