import type { CollectorFailure, CollectorFinding, CollectorItem, CollectorState } from '@platen/contract/collectors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { silentFrom } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';
import type { StatusHead } from './stopped-store.ts';

type Db = Kysely<Database>;
interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Silent ones first, then those with failures, then the others; revoked ones last. */
const urgency = sql`case state when 'silent' then 0 when 'revoked' then 3 else case when failures > 0 then 1 else 2 end end`;

/** A page of the collectors that the user may see, how many there are, and how many of them are silent. */
export async function readCollectors(
  db: Db,
  user: SignedInUser,
  now: Date,
  { offset, limit }: Page,
): Promise<{ rows: CollectorRow[]; hasMore: boolean; total: number; silent: number }> {
  const state = toStateColumn(now);
  const visible = sql`from collector c left join collector_status s using (collector_id)
    where ${collectorVisibleTo(user, 'some')}`;
  const [page, count] = await Promise.all([
    sql<CollectorRow>`select * from (select ${collectorColumns}, ${state} as state ${visible}) found
      order by ${urgency}, name, "collectorId" limit ${limit + 1} offset ${offset}`.execute(db),
    sql<{ total: number; silent: number }>`
      select count(*) as total, count(*) filter (where ${state} = 'silent') as silent ${visible}`.execute(db),
  ]);
  return {
    rows: page.rows.slice(0, limit),
    hasMore: page.rows.length > limit,
    total: count.rows[0]?.total ?? 0,
    silent: count.rows[0]?.silent ?? 0,
  };
}

/** How many customers of a collector are named. */
const namedCustomers = 3;

interface Served {
  readonly devices: number;
  readonly customers: string[];
  readonly customerCount: number;
}

/** The devices of the user whose newest report each of these collectors delivered, and their customers. */
export async function readServed(
  db: Db,
  user: SignedInUser,
  collectorIds: readonly string[],
): Promise<Map<string, Served>> {
  const { rows } = await sql<Served & { collectorId: string }>`
    select collector_id as "collectorId", sum(devices)::int as devices,
      coalesce((array_agg(customer order by devices desc, customer)
        filter (where customer <> ''))[:${sql.lit(namedCustomers)}], '{}') as customers,
      (count(*) filter (where customer <> ''))::int as "customerCount"
    from (
      select d.collector_id, coalesce(d.customer_name, d.customer_number, '') as customer, count(*) as devices
      from device d where d.collector_id = any(${collectorIds}::uuid[]) and ${visibleTo(user)}
      group by 1, 2
    ) by_customer group by collector_id`.execute(db);
  return new Map(rows.map(({ collectorId, ...served }) => [collectorId, served]));
}

interface CollectorWithLists extends CollectorRow {
  readonly failureList: CollectorFailure[];
  readonly findingList: CollectorFinding[];
}

/**
 * One collector with the lists of its status; undefined if there is none of this id that the user may see.
 */
export async function readCollectorRow(
  db: Db,
  user: SignedInUser,
  collectorId: string,
  now: Date,
): Promise<CollectorWithLists | undefined> {
  const { rows } = await sql<CollectorWithLists>`
    select ${collectorColumns}, ${toStateColumn(now)} as state,
      coalesce(s.failures, '[]') as "failureList", coalesce(s.findings, '[]') as "findingList"
    from collector c left join collector_status s using (collector_id)
    where c.collector_id = ${collectorId} and ${collectorVisibleTo(user, 'some')}`.execute(db);
  return rows[0];
}

/**
 * The entries that this user may see: those that name the serial of a device pass the one door for
 * visibility. A user who does not see all devices is not shown an entry of a device that no report has
 * brought yet.
 */
export async function selectVisible<T extends { serial?: string | undefined }>(
  db: Db,
  user: SignedInUser,
  entries: readonly T[],
): Promise<T[]> {
  if (user.seesAll) return [...entries];
  const serials = entries.flatMap(({ serial }) => serial ?? []);
  const { rows } = await sql<{ serial: string }>`
    select d.serial from device d
    where coalesce(d.serial, '') = any(${serials}::text[]) and ${visibleTo(user)}`.execute(db);
  const visible = new Set(rows.map((row) => row.serial));
  return entries.filter(({ serial }) => serial === undefined || visible.has(serial));
}

/**
 * The state of a collector `c` with its status `s`, if any, as an SQL expression. Rules:
 * docs/decisions/0154-health-of-collectors.md.
 */
export const toStateColumn = (now: Date): RawBuilder<CollectorState> => sql`case
    when c.revoked_at is not null then 'revoked'
    when c.last_contact_at is null then 'never'
    when ${silentFrom} < ${now}::timestamptz then 'silent'
    else 'working' end`;

/** What a statement over `collector c` and `collector_status s` selects, in addition to the state. */
const collectorColumns = sql`c.collector_id as "collectorId", c.name, c.created_at as "createdAt",
  c.revoked_at as "revokedAt", c.last_contact_at as "lastContactAt", c.version,
  s.head, s.received_at as "receivedAt", s.clock_offset_s as "clockOffset",
  s.failure_count as failures, s.finding_count as findings`;

/** A row of such a statement; the last five are null together. */
interface CollectorRow {
  readonly collectorId: string;
  readonly name: string;
  readonly state: CollectorState;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastContactAt: Date | null;
  readonly version: string | null;
  readonly head: StatusHead | null;
  readonly receivedAt: Date | null;
  readonly clockOffset: number | null;
  readonly failures: number | null;
  readonly findings: number | null;
}

export function toCollector(row: CollectorRow): CollectorItem {
  const { collectorId, name, state, version } = row;
  return {
    collectorId,
    name,
    state,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastContactAt: row.lastContactAt?.toISOString() ?? null,
    version,
    status: toStatus(row),
  };
}

function toStatus({ head, receivedAt, clockOffset, failures, findings }: CollectorRow): CollectorItem['status'] {
  if (head === null || receivedAt === null) return null;
  return {
    ...head,
    receivedAt: receivedAt.toISOString(),
    clockOffsetMs: (clockOffset ?? 0) * 1000,
    failures: failures ?? 0,
    findings: findings ?? 0,
  };
}
