import { listCollectors, listStoppedDevices, readCollectorStatus } from '@platen/contract/collectors';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { pageSize } from './address.ts';

/** The screen stays open on a wall: it is renewed by itself. */
const refetchInterval = 60_000;

export const collectorsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['collectors', offset],
    queryFn: ({ signal }) => call(listCollectors, { query: { offset, limit: pageSize }, signal }),
    refetchInterval,
  });

export const collectorQuery = (id: string) =>
  queryOptions({
    queryKey: ['collector', id],
    queryFn: async ({ signal }) => (await call(readCollectorStatus, { params: { id }, signal })).data,
    refetchInterval,
  });

export const stoppedQuery = (offset: number) =>
  queryOptions({
    queryKey: ['stopped', offset],
    queryFn: ({ signal }) => call(listStoppedDevices, { query: { offset, limit: pageSize }, signal }),
    refetchInterval,
  });
