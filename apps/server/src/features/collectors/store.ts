import type { CollectorFailure, CollectorFinding, CollectorItem, CollectorState } from '@platen/contract/collectors';
import type { CollectorEnrolment, CollectorProblem, CollectorStanding } from '@platen/contract/enrolment';
import type { CollectorRemote } from '@platen/contract/remote-settings';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorListedFor, collectorManagedBy, inUse, visibleTo } from '../../identity/visibility.ts';
import { lastContact, silentFrom } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';
import { toFingerprint } from './enrolment.ts';
import { toSettingsState } from './settings-state.ts';
import type { StatusHead } from './status-store.ts';

type Db = Kysely<Database>;
interface Page {
  readonly offset: number;
  readonly limit: number;
  /** Part of the name, the customer or the site. */
  readonly search?: string | undefined;
}

/** Silent ones first, then those with failures, then the others; revoked ones last. */
const urgency = sql`case state when 'silent' then 0 when 'resting' then 3 when 'revoked' then 4
  else case when "runsTwice" or failures > 0 then 1 else 2 end end`;

/** A page of the collectors that the user may see, how many there are, and how many of each kind. */
export async function readCollectors(
  db: Db,
  user: SignedInUser,
  now: Date,
  { offset, limit, search = '' }: Page,
): Promise<{ rows: CollectorRow[]; hasMore: boolean; total: number; silent: number; counts: Counts }> {
  const found = sql`select ${collectorColumns(user, now)} ${tables} where ${collectorListedFor(user)} and ${matches(search)}`;
  const [page, count] = await Promise.all([
    sql<CollectorRow>`select * from (${found}) found
      order by ${urgency}, name, "collectorId" limit ${limit + 1} offset ${offset}`.execute(db),
    sql<{ kind: keyof Counts | 'all'; n: number }>`
      select kind, count(*)::int as n from (${found}) found
      cross join lateral (values ('all'), (standing), (case when state in ('silent', 'working') then state end),
        (case when "runsTwice" then 'runsTwice' end), (case when failures > 0 then 'failing' end)) as k(kind)
      where kind is not null group by kind`.execute(db),
  ]);
  const counts: Counts = {};
  for (const { kind, n } of count.rows) if (kind !== 'all') counts[kind] = n;
  return {
    rows: page.rows.slice(0, limit),
    hasMore: page.rows.length > limit,
    total: count.rows.find(({ kind }) => kind === 'all')?.n ?? 0,
    silent: counts.silent ?? 0,
    counts,
  };
}

type Counts = Partial<Record<CollectorStanding | CollectorProblem | 'working', number>>;

const tables = sql`from collector c left join collector_status s using (collector_id)
  left join collector_enrolment e using (collector_id)`;

/** Every word of the search occurs in name, customer or site. */
function matches(search: string): RawBuilder<boolean> {
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);
  if (words.length === 0) return sql<boolean>`true`;
  const text = sql`lower(concat_ws(' ', c.name, e.customer_number, e.customer_name, e.site))`;
  const parts = words.map((word) => sql`position(lower(${word.replaceAll('\0', '')}) in ${text}) > 0`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
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
      from device d where d.collector_id = any(${collectorIds}::uuid[]) and ${inUse} and ${visibleTo(user)}
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
    select ${collectorColumns(user, now)},
      coalesce(s.failures, '[]') as "failureList", coalesce(s.findings, '[]') as "findingList"
    ${tables} where c.collector_id = ${collectorId} and ${collectorListedFor(user)}`.execute(db);
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
    when c.resting_at is not null then 'resting'
    when c.last_contact_at is null then 'never'
    when ${silentFrom} < ${now}::timestamptz then 'silent'
    else 'working' end`;

/** Two programs took turns within this time: they run still. */
const runsTwiceHours = 1;

/** The newest code of a collector `c`. */
const newestCode = sql`(select k.valid_until from enrolment_code k
  where k.collector_id = c.collector_id and k.used_at is null order by k.made_at desc limit 1)`;

/** Enrolled, or added with a key that was meant to be used at once. */
const hasKey = sql<boolean>`(e.collector_id is null or e.enrolled_at is not null or c.last_contact_at is not null)`;

/** What a statement over `tables` selects. */
const collectorColumns = (
  user: SignedInUser,
  now: Date,
) => sql`c.collector_id as "collectorId", c.name, c.created_at as "createdAt",
  c.revoked_at as "revokedAt", ${lastContact} as "lastContactAt", c.version, c.changes,
  s.head, s.received_at as "receivedAt", s.clock_offset_s as "clockOffset",
  s.failure_count as failures, s.finding_count as findings,
  coalesce(s.runs_twice_at > ${now}::timestamptz - ${sql.lit(runsTwiceHours)} * interval '1 hour', false) as "runsTwice",
  ${toStateColumn(now)} as state,
  case when c.revoked_at is not null then 'revoked' when c.resting_at is not null then 'resting'
    when ${hasKey} then 'enrolled' when ${newestCode} > ${now}::timestamptz then 'codeOpen' else 'codeExpired' end as standing,
  case when c.revoked_at is not null then c.revoked_at when c.resting_at is not null then c.resting_at
    when ${hasKey} then coalesce(e.enrolled_at, c.created_at)
    when ${newestCode} > ${now}::timestamptz then (select max(made_at) from enrolment_code k where k.collector_id = c.collector_id)
    else coalesce(${newestCode}, c.created_at) end as "standingSince",
  case when e.collector_id is not null then jsonb_build_object('customerNumber', e.customer_number,
    'customerName', e.customer_name, 'dealerNumber', e.dealer_number, 'site', e.site, 'host', e.host,
    'system', e.system, 'replaces', e.replaces, 'organisation', (
      select jsonb_build_object('organisationId', o.organisation_id, 'name', o.name)
      from organisation o where o.organisation_id = e.organisation_id)) end as enrolment,
  ${newestCode} as "codeUntil", e.enrolled_at as "enrolledAt", e.public_key as "publicKey",
  (select w.hash from collector_settings w where w.collector_id = c.collector_id) as "wantedHash",
  c.remote_off_at is not null as "isRemoteOff", ${collectorManagedBy(user)} as managed`;

/** A row of such a statement; `head` and the four of the status after it are null together. */
interface CollectorRow {
  readonly collectorId: string;
  readonly name: string;
  readonly state: CollectorState;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastContactAt: Date | null;
  readonly version: string | null;
  readonly changes: number;
  readonly head: StatusHead | null;
  readonly receivedAt: Date | null;
  readonly clockOffset: number | null;
  readonly failures: number | null;
  readonly findings: number | null;
  readonly runsTwice: boolean;
  readonly standing: CollectorStanding;
  readonly standingSince: Date;
  readonly enrolment: Omit<CollectorEnrolment, 'codeUntil' | 'enrolledAt' | 'fingerprint'> | null;
  readonly codeUntil: Date | null;
  readonly enrolledAt: Date | null;
  readonly publicKey: Buffer | null;
  /** Of the settings that the portal wants; null: it wants none. */
  readonly wantedHash: string | null;
  /** The customer has switched remote work off. */
  readonly isRemoteOff: boolean;
  /** The user may see and change its settings. */
  readonly managed: boolean;
}

/** How far it may be managed is shown to those who manage it. */
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
    standing: row.standing,
    standingSince: row.standingSince.toISOString(),
    problems: toProblems(row),
    changes: row.changes,
    ...(row.enrolment !== null && {
      enrolment: {
        ...row.enrolment,
        codeUntil: row.codeUntil?.toISOString() ?? null,
        enrolledAt: row.enrolledAt?.toISOString() ?? null,
        fingerprint: row.publicKey && toFingerprint(row.publicKey),
      },
    }),
    ...(row.managed && row.head?.remote !== undefined && { remote: toRemote(row.head.remote, row) }),
    status: toStatus(row),
  };
}

const toRemote = (
  remote: CollectorRemote,
  { wantedHash, isRemoteOff }: Pick<CollectorRow, 'wantedHash' | 'isRemoteOff'>,
) => ({
  level: remote.level,
  state: isRemoteOff ? null : toSettingsState(remote, wantedHash),
  ...(isRemoteOff && { isOff: true }),
});

const toProblems = ({ state, runsTwice, failures }: CollectorRow): CollectorProblem[] => [
  ...(state === 'silent' ? (['silent'] as const) : []),
  ...(runsTwice && (state === 'working' || state === 'silent') ? (['runsTwice'] as const) : []),
  ...(state === 'working' && (failures ?? 0) > 0 ? (['failing'] as const) : []),
];

function toStatus({ head, receivedAt, clockOffset, failures, findings }: CollectorRow): CollectorItem['status'] {
  if (head === null || receivedAt === null) return null;
  // For those who manage collectors alone.
  const { remote: _, ...shown } = head;
  return {
    ...shown,
    receivedAt: receivedAt.toISOString(),
    clockOffsetMs: (clockOffset ?? 0) * 1000,
    failures: failures ?? 0,
    findings: findings ?? 0,
  };
}
