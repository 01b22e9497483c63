import { can } from '@platen/contract/rights';
import type { WorklistPage } from '@platen/contract/worklist';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { createShared, leastRows } from './shared.ts';

type Db = Kysely<Database>;

/** Until when the user has marked the worklist as seen (WL-63); null: never. */
export async function readSeenAt(db: Db, { userId }: SignedInUser): Promise<Date | null> {
  const row = await db
    .selectFrom('user_seen')
    .select('at')
    .where('user_id', '=', userId)
    .where('area', '=', 'worklist')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What went since the user was here (WL-63). */
export async function readSeen(db: Db, user: SignedInUser, at: Date | null): Promise<WorklistPage['seen']> {
  if (at === null) return null;
  const { rows } = await sql<{ goneByThemselves: number; resolvedByVisits: number; resolvedByPeople: number }>`
    select count(*) filter (where c.resolution = 'device')::int as "goneByThemselves",
      count(*) filter (where c.resolution = 'visit')::int as "resolvedByVisits",
      count(*) filter (where c.resolution not in ('device', 'visit', 'retired'))::int as "resolvedByPeople"
    from condition c join device d on d.device_id = c.entity_id
    where c.resolved_at > ${at}::timestamptz and c.work = 'resolved' and ${visibleTo(user)}`.execute(db);
  const [went = { goneByThemselves: 0, resolvedByVisits: 0, resolvedByPeople: 0 }] = rows;
  return { at: at.toISOString(), ...went };
}

type Freshness = WorklistPage['freshness'];

interface FreshnessOf {
  readonly devices: number;
  readonly freshness: Freshness;
}

const nothing = { devices: 0, judgedAt: null, waiting: 0, oldestWaiting: null };

/** How fresh the list is (WL-64), over the devices and collectors of the user. */
async function readFreshness(db: Db, user: SignedInUser, now: Date): Promise<FreshnessOf> {
  const { rows } = await sql<{ devices: number; judgedAt: Date | null; waiting: number; oldestWaiting: Date | null }>`
    select count(*)::int as devices, max(j.judged_at) as "judgedAt", count(*) filter (where d.received_at is distinct from j.through)::int as waiting,
      min(d.received_at) filter (where d.received_at is distinct from j.through) as "oldestWaiting"
    from device d left join device_judgement j on j.device_id = d.device_id where ${visibleTo(user)}`.execute(db);
  const [{ devices, judgedAt, waiting, oldestWaiting } = nothing] = rows;
  const freshness = {
    judgedAt: judgedAt?.toISOString() ?? null,
    waiting,
    oldestWaiting: oldestWaiting?.toISOString() ?? null,
    collectors: can(user, 'seeCollectors') ? await readCollectors(db, user, now) : null,
  };
  return { devices, freshness };
}

/** A collector with an open condition is silent by the rule of WL-16. */
async function readCollectors(db: Db, user: SignedInUser, now: Date): Promise<Freshness['collectors']> {
  const { rows } = await sql<{ working: number; all: number }>`
    select count(*)::int as all, count(*) filter (where c.collector_id not in (select o.entity_id from condition o
      where o.entity_id in (select collector_id from collector) and o.work <> 'resolved' and o.opened_at <= ${now}::timestamptz))::int as working
    from collector c where c.revoked_at is null and c.resting_at is null and c.last_contact_at is not null and ${collectorVisibleTo(user, 'some')}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Looking at every device of a large fleet takes 0.1 s. */
const times = { freshMs: 10_000, oldestMs: 60_000 };

/**
 * Reads how fresh the list is. Of a large fleet the answer is shared by users who see the same devices, and
 * read again while the former one is still given.
 */
export function createFreshness(db: Db): (user: SignedInUser, now: Date) => Promise<Freshness> {
  const shared = createShared<FreshnessOf>({ ...times, isWorthStoring: ({ devices }) => devices >= leastRows });
  return async (user, now) => {
    const reach = user.seesAll ? 'all' : user.groups.map(({ groupId }) => groupId).join();
    return (await shared(`${user.role} ${reach}`, () => readFreshness(db, user, now))).freshness;
  };
}
