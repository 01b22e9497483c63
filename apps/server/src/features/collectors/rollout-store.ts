import {
  type MemberState,
  type Rollout,
  type RolloutMember,
  type RolloutSettings,
  type RoundFigures,
  rolloutLimits,
} from '@platen/contract/collector-rollouts';
import type { CollectorState } from '@platen/contract/collectors';
import type { CollectorRemote, EffectiveSettings } from '@platen/contract/remote-settings';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { toStateColumn } from './store.ts';

type Db = Kysely<Database>;

/** How many collectors of a change are in each state. */
export async function readCounts(db: Db, rolloutId: string): Promise<Partial<Record<MemberState, number>>> {
  const { rows } = await sql<{ state: MemberState; n: number }>`
    select state, count(*)::int as n from collector_rollout_member where rollout_id = ${rolloutId} group by state`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export interface CandidateRow {
  readonly collectorId: string;
  readonly name: string;
  readonly version: number;
  readonly document: string | null;
  readonly effective: EffectiveSettings | null;
  readonly remote: CollectorRemote | null;
  /** The customer has switched remote work off. */
  readonly isRemoteOff: boolean;
  readonly everyMs: number | null;
  readonly state: CollectorState;
}

/** Those of these collectors that the user manages, with their settings, in the order of the ids. */
export async function readCandidates(
  db: Db,
  user: SignedInUser,
  collectorIds: readonly string[],
  now: Date,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select c.collector_id as "collectorId", c.name, coalesce(w.version, 0) as version, w.document, w.effective,
      s.head -> 'remote' as remote, c.remote_off_at is not null as "isRemoteOff", s.every_ms as "everyMs",
      ${toStateColumn(now)} as state
    from collector c left join collector_settings w using (collector_id)
    left join collector_status s using (collector_id)
    where c.collector_id = any(${[...collectorIds]}::uuid[]) and ${collectorManagedBy(user)}
    order by array_position(${[...collectorIds]}::uuid[], c.collector_id)`.execute(db);
  return rows;
}

/** Medians of the last 10 rounds of the last day; null: there were none. */
export async function readRoundsBefore(db: Db, collectorId: string, now: Date): Promise<RoundFigures | null> {
  const { rows } = await sql<{ printers: number | null; unread: number | null }>`
    select percentile_disc(0.5) within group (order by printers) as printers,
      percentile_disc(0.5) within group (order by unread) as unread
    from (select printers, unread from collector_round
      where collector_id = ${collectorId} and ended_at > ${now}::timestamptz - interval '1 day'
      order by ended_at desc limit 10) r`.execute(db);
  const { printers = null, unread = null } = rows[0] ?? {};
  return printers === null || unread === null ? null : { printers, unread };
}

export interface RolloutRow {
  readonly rolloutId: string;
  readonly settings: RolloutSettings;
  readonly state: Rollout['state'];
  readonly version: number;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly stoppedBy: string | null;
  readonly counts: Partial<Record<MemberState, number>>;
  readonly members: RolloutMember[];
}

/** All its collectors are managed by the user: names and settings of others are not shown. */
const rolloutManagedBy = (user: SignedInUser): RawBuilder<boolean> => sql<boolean>`(exists (
    select from collector_rollout_member m where m.rollout_id = r.rollout_id)
  and not exists (select from collector_rollout_member m join collector c using (collector_id)
    where m.rollout_id = r.rollout_id and not (${collectorManagedBy(user)})))`;

const columns = sql`r.rollout_id as "rolloutId", r.settings, r.state, r.version, r.asked_by as "askedBy",
  r.asked_at as "askedAt", r.stopped_by as "stoppedBy",
  (select coalesce(jsonb_object_agg(state, n), '{}') from (
    select state, count(*) as n from collector_rollout_member m where m.rollout_id = r.rollout_id group by state) s) as counts,
  (select coalesce(jsonb_agg(jsonb_build_object('collectorId', m.collector_id, 'name', c.name, 'state', m.state,
      'stage', m.stage, 'reason', m.reason, 'detail', m.detail, 'before', m.figures_before,
      'after', m.figures_after) order by m.position), '[]')
    from collector_rollout_member m join collector c using (collector_id)
    where m.rollout_id = r.rollout_id and m.state not in ('waiting', 'passed')) as members`;

/** The newest changes that the user may see; `rolloutId`: this one. */
export async function readRollouts(db: Db, user: SignedInUser, rolloutId?: string): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${columns} from collector_rollout r
    where ${rolloutManagedBy(user)} ${rolloutId === undefined ? sql`` : sql`and r.rollout_id = ${rolloutId}`}
    order by r.asked_at desc, r.rollout_id desc limit ${sql.lit(rolloutLimits.shown)}`.execute(db);
  return rows;
}
