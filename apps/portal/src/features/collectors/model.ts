import {
  type CollectorItem,
  type FailureKind,
  listCollectors,
  listStoppedDevices,
  readCollectorStatus,
} from '@platen/contract/collectors';
import { devicePageSize } from '@platen/contract/constants';
import type { DeviceStatus } from '@platen/contract/devices';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The shape that stands before a collector's state, and the key of its label. */
export interface CollectorMark {
  readonly shape: DeviceStatus;
  readonly label:
    | { readonly key: 'working' | 'never' | 'resting' | 'revoked' }
    | { readonly key: 'failing' | 'refused'; readonly count: number }
    | { readonly key: 'silent'; readonly since: Date };
}

/** Silent collectors rank first: the state of all their devices is unknown. */
export function toMark({ state, lastContactAt, status }: CollectorItem): CollectorMark {
  if (state === 'resting') return { shape: 'offline', label: { key: 'resting' } };
  if (state === 'silent' && lastContactAt !== null)
    return { shape: 'error', label: { key: 'silent', since: new Date(lastContactAt) } };
  if (state === 'never' || lastContactAt === null)
    return { shape: 'unknown', label: { key: state === 'revoked' ? 'revoked' : 'never' } };
  if (state === 'revoked') return { shape: 'offline', label: { key: 'revoked' } };
  if (status !== null && status.failures > 0)
    return { shape: 'warning', label: { key: 'failing', count: status.failures } };
  if (status !== null && status.queue.refused > 0)
    return { shape: 'warning', label: { key: 'refused', count: status.queue.refused } };
  return { shape: 'normal', label: { key: 'working' } };
}

/**
 * The reason without what its row already shows: the address in front of it, and 'no answer', which repeats
 * the kind.
 */
export function toReasonText(kind: FailureKind, reason: string, target: string | null): string {
  const text = target !== null && reason.startsWith(`${target}: `) ? reason.slice(target.length + 2) : reason;
  return kind === 'silent' && text === 'no answer' ? '' : text;
}

export const views = ['collectors', 'stopped'] as const;
export type View = (typeof views)[number];

/** State of the screen in the address: the view, the first row, and the collector that is open. */
export interface ReportingAddress {
  readonly view: View;
  readonly from: number;
  readonly collectorId: string | undefined;
}

/** Rows on a page. */
export const pageSize = devicePageSize;
const furthest = 10_000_000;

/**
 * Reads the address; a malformed value counts as left out. Without a view: the collectors for users who may
 * see them, else the stopped devices, the only view of all others.
 */
export function readAddress(
  search: { view?: string; from?: string; collector?: string },
  maySeeCollectors: boolean,
): ReportingAddress {
  const view = maySeeCollectors && search.view !== 'stopped' ? 'collectors' : 'stopped';
  const from = /^\d{1,8}$/.test(search.from ?? '') ? Math.min(Number(search.from), furthest) : 0;
  return { view, from, collectorId: view === 'collectors' ? search.collector : undefined };
}

/** The search parameters of an address, without defaults. */
export const toAddressSearch = ({
  view,
  from = 0,
  collectorId,
}: {
  view: View;
  from?: number;
  collectorId?: string;
}) => ({
  view,
  ...(from === 0 ? {} : { from: String(from) }),
  ...(collectorId === undefined ? {} : { collector: collectorId }),
});

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
