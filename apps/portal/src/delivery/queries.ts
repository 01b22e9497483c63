import {
  addChannel,
  type Channel,
  changeChannel,
  changeSubscriptions,
  enableChannel,
  listChannels,
  listSubscriptions,
  removeChannel,
  rotateSecret,
  type Subscription,
  type SubscriptionForm,
  testChannel,
} from '@platen/contract/channels';
import { listDeliveries, sendAgain } from '@platen/contract/deliveries';
import type { BodyOf, QueryOf } from '@platen/contract/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** The first part of the key of each query about delivery: what a change makes old. */
export const deliveryKey = 'delivery';
const refreshMs = 30_000;
const pageSize = 100;

/** What of the log is shown; `pages` of 100 entries. */
export interface LogFilter extends Pick<QueryOf<typeof listDeliveries>, 'state' | 'channelId' | 'search'> {
  readonly pages: number;
}

export const deliveryQueries = {
  channels: queryOptions({
    queryKey: [deliveryKey, 'channels'] as const,
    queryFn: async ({ signal }) => (await call(listChannels, { signal })).data,
    refetchInterval: refreshMs,
  }),
  subscriptions: (channelId: string) =>
    queryOptions({
      queryKey: [deliveryKey, 'subscriptions', channelId] as const,
      queryFn: async ({ signal }) => (await call(listSubscriptions, { params: { id: channelId }, signal })).data,
    }),
  /** The newest entries first; each page is asked for, so that what is shown is of one moment. */
  log: ({ pages, ...filter }: LogFilter) =>
    queryOptions({
      queryKey: [deliveryKey, 'log', filter, pages] as const,
      queryFn: async ({ signal }) => {
        const offsets = Array.from({ length: pages }, (_, page) => page * pageSize);
        const answers = await Promise.all(
          offsets.map(async (offset) => (await call(listDeliveries, { query: { ...filter, offset }, signal })).data),
        );
        const [first] = answers;
        if (first === undefined) throw new RangeError('a log of no page');
        return { ...first, deliveries: answers.flatMap(({ deliveries }) => deliveries) };
      },
      placeholderData: keepPreviousData,
      refetchInterval: refreshMs,
    }),
  /** One message, asked for until the other side has answered. */
  one: (deliveryId: string) =>
    queryOptions({
      queryKey: [deliveryKey, 'one', deliveryId] as const,
      queryFn: async ({ signal }) =>
        (await call(listDeliveries, { query: { deliveryId }, signal })).data.deliveries[0] ?? null,
      refetchInterval: (query) => ((query.state.data?.tries.length ?? 0) > 0 ? false : 1000),
    }),
};

/** A change of delivery; whatever came of it, what is shown is read again. */
export function useChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: [deliveryKey] }),
  });
}

type Known = Pick<Channel, 'channelId' | 'version'>;

export const useAddChannel = () =>
  useChange(async (body: BodyOf<typeof addChannel>) => (await call(addChannel, { body })).data);

export const useChangeChannel = () =>
  useChange(
    async ({ channelId, ...body }: BodyOf<typeof changeChannel> & Known) =>
      (await call(changeChannel, { params: { id: channelId }, body })).data.channel,
  );

export const useRemoveChannel = () =>
  useChange(async ({ channelId, version }: Known) => {
    await call(removeChannel, { params: { id: channelId }, query: { version } });
  });

export const useTestChannel = () =>
  useChange(async ({ channelId }: Known) => (await call(testChannel, { params: { id: channelId } })).data.deliveryId);

export const useEnableChannel = () =>
  useChange(
    async ({ channelId, version }: Known) =>
      (await call(enableChannel, { params: { id: channelId }, body: { version } })).data.channel,
  );

export const useRotateSecret = () =>
  useChange(
    async ({ channelId, version, overlapHours }: Known & { readonly overlapHours: number }) =>
      (await call(rotateSecret, { params: { id: channelId }, body: { version, overlapHours } })).data,
  );

interface SubscriptionsChange {
  readonly channelId: string;
  readonly version: number;
  readonly subscriptions: readonly SubscriptionForm[];
}

export const useChangeSubscriptions = () =>
  useChange(
    async ({ channelId, version, subscriptions }: SubscriptionsChange) =>
      (
        await call(changeSubscriptions, {
          params: { id: channelId },
          body: { version, subscriptions: [...subscriptions] },
        })
      ).data,
  );

export const useSendAgain = () =>
  useChange(async (body: BodyOf<typeof sendAgain>) => (await call(sendAgain, { body })).data.count);

/** A subscription as it is written: without what only the server sets. */
export const toForm = ({ stoppedAt: _stoppedAt, ...form }: Subscription): SubscriptionForm => form;
