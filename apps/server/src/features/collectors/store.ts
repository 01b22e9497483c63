import type { CollectorFailure, CollectorFinding } from '@platen/contract/collectors';
import { collectorVisibleTo } from '../../identity/collector-visibility.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Connection } from '../../store/connect.ts';
import { toStateColumn } from './state.ts';
import { type CollectorRow, collectorColumns } from './to-collector.ts';

type Store = Pick<Connection, 'pool'>;
interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Silent ones first, then those with failures, then the others; revoked ones last. */
const urgency = `case state when 'silent' then 0 when 'revoked' then 3 else case when failures > 0 then 1 else 2 end end`;

/** A page of the collectors that the user may see, how many there are, and how many of them are silent. */
export async function readCollectors(
  { pool }: Store,
  user: SignedInUser,
  now: Date,
  { offset, limit }: Page,
): Promise<{ rows: CollectorRow[]; hasMore: boolean; total: number; silent: number }> {
  const forPage = new Parameters();
  const forCount = new Parameters();
  const [page, count] = await Promise.all([
    pool.query<CollectorRow>({
      text: `select * from (
          select ${collectorColumns}, ${toStateColumn(forPage.add(now))} as state
          from collector c left join collector_status s using (collector_id)
          where ${collectorVisibleTo(user, forPage, 'some')}
        ) found order by ${urgency}, name, "collectorId" limit ${forPage.add(limit + 1)} offset ${forPage.add(offset)}`,
      values: forPage.values,
    }),
    pool.query<{ total: number; silent: number }>({
      text: `select count(*) as total, count(*) filter (where ${toStateColumn(forCount.add(now))} = 'silent') as silent
        from collector c left join collector_status s using (collector_id)
        where ${collectorVisibleTo(user, forCount, 'some')}`,
      values: forCount.values,
    }),
  ]);
  const rows = page.rows.slice(0, limit);
  return {
    rows,
    hasMore: page.rows.length > limit,
    total: count.rows[0]?.total ?? 0,
    silent: count.rows[0]?.silent ?? 0,
  };
}

/** How many customers of a collector are named. */
const namedCustomers = 3;

export interface Served {
  readonly devices: number;
  readonly customers: string[];
  readonly customerCount: number;
}

/** The devices of the user whose newest report each of these collectors delivered, and their customers. */
export async function readServed(
  { pool }: Store,
  user: SignedInUser,
  collectorIds: readonly string[],
): Promise<Map<string, Served>> {
  const parameters = new Parameters();
  const { rows } = await pool.query<Served & { collectorId: string }>({
    text: `select collector_id as "collectorId", sum(devices)::int as devices,
        coalesce((array_agg(customer order by devices desc, customer) filter (where customer <> ''))[:${namedCustomers}], '{}') as customers,
        (count(*) filter (where customer <> ''))::int as "customerCount"
      from (
        select d.collector_id, coalesce(d.customer_name, d.customer_number, '') as customer, count(*) as devices
        from device d where d.collector_id = any(${parameters.add(collectorIds)}::uuid[]) and ${visibleTo(user, parameters)}
        group by 1, 2
      ) by_customer group by collector_id`,
    values: parameters.values,
  });
  return new Map(rows.map(({ collectorId, ...served }) => [collectorId, served]));
}

/** One collector with the lists of its status, or nothing where there is none of this id that the user may see. */
export async function readCollectorRow(
  { pool }: Store,
  user: SignedInUser,
  collectorId: string,
  now: Date,
): Promise<(CollectorRow & { failureList: CollectorFailure[]; findingList: CollectorFinding[] }) | undefined> {
  const parameters = new Parameters();
  const { rows } = await pool.query<
    CollectorRow & { failureList: CollectorFailure[]; findingList: CollectorFinding[] }
  >({
    text: `select ${collectorColumns}, ${toStateColumn(parameters.add(now))} as state,
        coalesce(s.failures, '[]') as "failureList", coalesce(s.findings, '[]') as "findingList"
      from collector c left join collector_status s using (collector_id)
      where c.collector_id = ${parameters.add(collectorId)} and ${collectorVisibleTo(user, parameters, 'some')}`,
    values: parameters.values,
  });
  return rows[0];
}

/**
 * The entries that this user may see: those that name the serial of a device pass the one door for visibility.
 * Who does not see all devices is not told of one that nobody has delivered yet.
 */
export async function keepVisible<T extends { serial?: string | undefined }>(
  { pool }: Store,
  user: SignedInUser,
  entries: readonly T[],
): Promise<T[]> {
  if (user.seesAll) return [...entries];
  const serials = entries.flatMap(({ serial }) => serial ?? []);
  const parameters = new Parameters();
  const { rows } = await pool.query<{ serial: string }>({
    text: `select d.serial from device d
      where coalesce(d.serial, '') = any(${parameters.add(serials)}::text[]) and ${visibleTo(user, parameters)}`,
    values: parameters.values,
  });
  const visible = new Set(rows.map((row) => row.serial));
  return entries.filter(({ serial }) => serial === undefined || visible.has(serial));
}
