import type { CollectorFailure, CollectorState } from '@platen/contract/collectors';
import { devicePageSize } from '@platen/contract/constants';
import { can } from '@platen/contract/rights';
import { sql } from 'kysely';
import { readVisibleCollectors } from '../../identity/read-visible-collectors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Connection } from '../../store/database.ts';
import { sumOfCells } from '../../store/fleet-totals.ts';
import { runPrepared } from '../../store/statement.ts';
import { toStateColumn } from './store.ts';

interface StoppedRequest {
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

/** A report ends the row of its device in the same transaction (0550). */
const stopped = sql`stopped_device x join device d on d.device_id = x.device_id`;

/**
 * A page and the number of all, as two statements at once (store rule 6), a moment apart. On the last page
 * the number is that of the rows.
 */
export async function readStoppedPage(
  store: Pick<Connection, 'db' | 'pool'>,
  request: StoppedRequest,
): Promise<{ rows: StoppedRow[]; hasMore: boolean; total: number }> {
  const [found, count] = await Promise.all([readPage(store, request), toCount(request).execute(store.db)]);
  const rows = found.slice(0, request.limit);
  const hasMore = found.length > request.limit;
  const shown = request.offset + rows.length;
  const isLast = !hasMore && (rows.length > 0 || request.offset === 0);
  return { rows, hasMore, total: isLast ? shown : Math.max(count.rows[0]?.total ?? 0, hasMore ? shown + 1 : 0) };
}

/**
 * Limit and offset are checked whole numbers and stand in the text: as parameters PostgreSQL would plan for a
 * tenth of all.
 */
async function readPage({ db, pool }: Pick<Connection, 'db' | 'pool'>, request: StoppedRequest): Promise<StoppedRow[]> {
  const { user, groupId, offset, limit, now } = request;
  const page = sql<StoppedRow & { isServed: boolean }>`
    select d.device_id as "deviceId", d.serial, d.model, d.customer_number as "customerNumber",
      d.customer_name as "customerName", d.description, d.updated_at as "updatedAt", x.address,
      c.collector_id as "collectorId", c.name as "collectorName", c.collector_id in (d.collector_id, d.owner_id) as "isServed",
      case when c.collector_id is not null then ${toStateColumn(now)} end as "collectorState",
      (select source_name from reported_section r where r.device_id = d.device_id and r.section = 'source') as "reportedName"
    from ${stopped}
    left join collector c on c.collector_id = x.collector_id
    left join collector_status s on s.collector_id = x.collector_id
    where ${visibleTo(user, groupId)}
    order by x.stopped_at, x.device_id limit ${sql.lit(limit + 1)} offset ${sql.lit(offset)}`;
  // The first page of all devices is read most; its plan depends on no value.
  const isFirst = user.seesAll && groupId === 0 && offset === 0 && limit === devicePageSize;
  const found = isFirst ? await runPrepared({ pool }, 'stopped-devices', page) : (await page.execute(db)).rows;
  const idsOf = (rows: readonly StoppedRow[]) => [...new Set(rows.flatMap(({ collectorId }) => collectorId ?? []))];
  const named = await readVisibleCollectors(db, user, can(user, 'seeCollectors') ? 'some' : 'own', {
    collectorIds: idsOf(found),
    served: new Set(idsOf(found.filter(({ isServed }) => isServed))),
  });
  return found.map((row) => (named.has(row.collectorId ?? '') ? row : { ...row, collectorName: null }));
}

const toCount = ({ user, groupId }: StoppedRequest) => sumOfCells('stopped', visibleTo(user, groupId));

interface FailureRow {
  readonly collectorId: string;
  readonly address: string;
  readonly failure: CollectorFailure;
}

/** A target with its port or the brackets of an IPv6 address taken off, as reports name the address. */
const host = sql`btrim(regexp_replace(f.failure ->> 'target', ':\\d+$', ''), '[]')`;

/**
 * Failures that the newest status of their collectors names for the addresses of these devices, by device id.
 */
export async function readFailures(
  { db }: Pick<Connection, 'db'>,
  devices: readonly StoppedRow[],
): Promise<Map<string, CollectorFailure>> {
  const collectorIds = [...new Set(devices.flatMap((device) => device.collectorId ?? []))];
  if (collectorIds.length === 0) return new Map();
  const addresses = [...new Set(devices.flatMap((device) => device.address ?? []))];
  const { rows } = await sql<FailureRow>`
    select s.collector_id as "collectorId", found.address, f.failure
    from collector_status s cross join lateral jsonb_array_elements(s.failures) as f(failure)
    cross join lateral (
      select address from unnest(${addresses}::text[]) as asked(address)
      where address in (f.failure ->> 'target', ${host}) limit 1
    ) found
    where s.collector_id = any(${collectorIds}::uuid[]) and s.failure_count > 0`.execute(db);
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
