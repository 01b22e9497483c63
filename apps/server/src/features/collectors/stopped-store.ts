import type { CollectorFailure, CollectorState } from '@platen/contract/collectors';
import { devicePageSize } from '@platen/contract/constants';
import { can } from '@platen/contract/rights';
import { collectorVisibleTo } from '../../identity/collector-visibility.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Connection } from '../../store/connect.ts';
import { toStateColumn } from './state.ts';

export interface StoppedRequest {
  readonly user: SignedInUser;
  readonly groupId: number;
  readonly offset: number;
  readonly limit: number;
  readonly now: Date;
}

export interface StoppedRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly description: string | null;
  readonly updatedAt: Date;
  readonly address: string | null;
  readonly collectorId: string | null;
  /** Null: no collector, or one whose name the user may not see. */
  readonly collectorName: string | null;
  readonly collectorState: CollectorState | null;
  /** Of the collector in the last report. */
  readonly reportedName: string | null;
}

/** Whoever has reported since the job looked is no longer meant; the time never goes back, and `=` would be planned for one row. */
const stopped = `stopped_device x join device d on d.device_id = x.device_id and d.updated_at <= x.stopped_at`;

/**
 * A page and the number of all, as two statements at once (store rule 6). On the last page the number is that of the rows;
 * before, it may count devices that have come back since the job looked.
 */
export async function readStoppedPage(
  { pool }: Pick<Connection, 'pool'>,
  request: StoppedRequest,
): Promise<{ rows: StoppedRow[]; hasMore: boolean; total: number }> {
  const [page, count] = await Promise.all([
    pool.query<StoppedRow>(toPageStatement(request)),
    pool.query<{ total: number }>(toCountStatement(request)),
  ]);
  const rows = page.rows.slice(0, request.limit);
  const hasMore = page.rows.length > request.limit;
  const shown = request.offset + rows.length;
  const isLast = !hasMore && (rows.length > 0 || request.offset === 0);
  return { rows, hasMore, total: isLast ? shown : Math.max(count.rows[0]?.total ?? 0, hasMore ? shown + 1 : 0) };
}

/** Limit and offset are checked whole numbers and stand in the text: as parameters PostgreSQL would plan for a tenth of all. */
function toPageStatement({ user, groupId, offset, limit, now }: StoppedRequest) {
  const parameters = new Parameters();
  const text = `select d.device_id as "deviceId", d.serial, d.model, d.customer_number as "customerNumber",
      d.customer_name as "customerName", d.description, d.updated_at as "updatedAt", x.address,
      c.collector_id as "collectorId",
      case when ${collectorVisibleTo(user, parameters, can(user.role, 'seeCollectors') ? 'some' : 'own')} then c.name end as "collectorName",
      case when c.collector_id is not null then ${toStateColumn(parameters.add(now))} end as "collectorState",
      (select source_name from told_section t where t.device_id = d.device_id and t.section = 'source') as "reportedName"
    from ${stopped}
    left join collector c on c.collector_id = x.collector_id
    left join collector_status s on s.collector_id = x.collector_id
    where ${visibleTo(user, parameters, groupId)}
    order by x.stopped_at, x.device_id limit ${limit + 1} offset ${offset}`;
  // The one page that everybody opens; its plan hangs on no value.
  const first = user.seesAll && groupId === 0 && offset === 0 && limit === devicePageSize;
  return { ...(first ? { name: 'stopped-devices' } : {}), text, values: parameters.values };
}

/** Of all devices without a look at each: with 10,000 stopped of 100,000 that would be fifty times the work. */
function toCountStatement({ user, groupId }: StoppedRequest) {
  if (user.seesAll && groupId === 0) return { text: 'select count(*) as total from stopped_device', values: [] };
  const parameters = new Parameters();
  const text = `select count(*) as total from ${stopped} where ${visibleTo(user, parameters, groupId)}`;
  return { text, values: parameters.values };
}

interface FailureRow {
  readonly collectorId: string;
  readonly address: string;
  readonly failure: CollectorFailure;
}

/** A target with its port or the brackets of an IPv6 address taken off, as reports name the address. */
const host = `btrim(regexp_replace(f.failure ->> 'target', ':\\d+$', ''), '[]')`;

/** What the newest status of their collectors says of the addresses of these devices, by device id. */
export async function readFailures(
  { pool }: Pick<Connection, 'pool'>,
  devices: readonly StoppedRow[],
): Promise<Map<string, CollectorFailure>> {
  const collectorIds = [...new Set(devices.flatMap((device) => device.collectorId ?? []))];
  if (collectorIds.length === 0) return new Map();
  const { rows } = await pool.query<FailureRow>({
    text: `select s.collector_id as "collectorId", found.address, f.failure
      from collector_status s cross join lateral jsonb_array_elements(s.failures) as f(failure)
      cross join lateral (
        select address from unnest($2::text[]) as asked(address) where address in (f.failure ->> 'target', ${host}) limit 1
      ) found
      where s.collector_id = any($1::uuid[]) and s.failure_count > 0`,
    values: [collectorIds, [...new Set(devices.flatMap((device) => device.address ?? []))]],
  });
  const byPlace = new Map(rows.map((row) => [`${row.collectorId} ${row.address}`, row.failure]));
  return new Map(
    devices.flatMap((device) => {
      const failure = byPlace.get(`${device.collectorId} ${device.address}`);
      // Another device may stand at that address by now.
      const isOfIt = failure !== undefined && (failure.serial === undefined || failure.serial === device.serial);
      return isOfIt ? [[device.deviceId, failure] as const] : [];
    }),
  );
}
