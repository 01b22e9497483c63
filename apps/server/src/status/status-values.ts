import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import { toFits } from '@platen/contract/fits';
import { reportSections } from '@platen/contract/report';
import { decideStatus, isOffline, statusRank } from '@platen/diagnosis/status';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { hourMs } from '../base/time.ts';

/**
 * Parses stored bodies of a section. One that does not fit the contract (stored by another version) counts as
 * not reported.
 */
export function bodyReader<T extends z.ZodMiniType>(schema: T): (body: unknown) => z.output<T> | undefined {
  const fits = toFits(schema);
  return (body) => {
    if (body === undefined || fits(body)) return body;
    const parsed = schema.safeParse(body);
    return parsed.success ? parsed.data : undefined;
  };
}

/**
 * Why a device is offline: the hours without a report, as of now; the store cannot hold a figure that grows.
 */
export const toNoReport = (updatedAt: Date, now: Date): StatusReason => ({
  source: 'noReport',
  code: String(Math.max(0, Math.floor((now.getTime() - updatedAt.getTime()) / hourMs))),
  severity: 'warning',
  since: updatedAt.toISOString(),
});

/** The columns of table `device` with its status. */
export interface StatusValues {
  status: DeviceStatus;
  status_rank: number;
  reported_status: Exclude<DeviceStatus, 'offline'>;
  status_reasons: StatusReason[];
  device_code: string | null;
}

/** What a status follows from. */
interface StatusBodies {
  /** Newest bodies of the sections `status` and `supplies`, as kept; undefined: never reported. */
  status: unknown;
  supplies: unknown;
  /** `device.sign_reasons`. */
  signs: readonly StatusReason[];
}

const readStatus = bodyReader(reportSections.status);
const readSupplies = bodyReader(reportSections.supplies);

/** Pure: what was reported together with what was judged; silence lies over both (OQ-30). */
export function toStatusValues(
  { status, supplies, signs }: StatusBodies,
  updatedAt: Date,
  now: Date,
  offlineHours: number,
): StatusValues {
  const decision = decideStatus({
    status: readStatus(status),
    supplies: readSupplies(supplies),
    signs,
  });
  const offline = isOffline(updatedAt, now, offlineHours);
  const shown = offline ? 'offline' : decision.status;
  return {
    status: shown,
    status_rank: statusRank(shown),
    reported_status: decision.status,
    status_reasons: offline ? [toNoReport(updatedAt, now), ...decision.reasons] : decision.reasons,
    device_code: decision.deviceCode,
  };
}

/** A collector that runs as a service reports its status every 5 minutes, also between its rounds. */
const serviceGraceMinutes = 15;
/**
 * One that runs now and then, or never reports a status, is expected once a day, now and then some hours
 * later.
 */
const otherGraceHours = 30;

/**
 * When a collector `c` with its status `s`, if any, was last heard of, as an SQL expression; null: never. A
 * status is stored in its own row alone (CF-33), deliveries and the first contact in that of the collector.
 */
export const lastContact = sql<Date | null>`greatest(c.last_contact_at, s.received_at)`;

/**
 * When a collector `c` with its status `s`, if any, counts as silent, as an SQL expression; null: it was
 * never heard of. Rules: docs/decisions/0154-health-of-collectors.md.
 */
export const silentFrom = sql<Date | null>`${lastContact} + case when s.every_ms is null
  then interval '${sql.raw(String(otherGraceHours))} hours'
  else interval '${sql.raw(String(serviceGraceMinutes))} minutes' end`;
