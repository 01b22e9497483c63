import type { RolloutFailure, RolloutSettings, RolloutSkip, RoundFigures } from '@platen/contract/collector-rollouts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { minuteMs } from '../../base/time.ts';
import { readUserById } from '../../identity/open-identity.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { toCandidate } from './rollout-candidate.ts';
import { countToBegin, decideMember, type MemberFacts, toStage } from './rollout-decide.ts';
import { readCandidates, readCounts, readRoundsBefore } from './rollout-store.ts';
import { changeSettings, parseWanted } from './settings-service.ts';

type Trx = Transaction<Database>;

/**
 * Follows all changes of several collectors that have not ended: judges the collectors that began, stops
 * where one failed, and lets the next begin (CF-16). A repeated run changes nothing. Returns how many have
 * stopped.
 */
export async function advanceRollouts(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ rolloutId: string }>`
    select rollout_id as "rolloutId" from collector_rollout r where r.state <> 'ended' and (r.state = 'running'
      or exists (select from collector_rollout_member m
        where m.rollout_id = r.rollout_id and m.state in ('applying', 'reading')))`.execute(db);
  let stopped = 0;
  for (const { rolloutId } of rows)
    stopped += Number(await inTransaction(db, (trx) => advanceRollout(trx, rolloutId, now)));
  return stopped;
}

interface Head {
  readonly settings: RolloutSettings;
  readonly state: 'running' | 'stopped';
  readonly askedBy: string;
}

/** The same for one of them, unless another server is at it. Returns whether it stopped. */
export async function advanceRollout(trx: Trx, rolloutId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<Head>`
    select settings, state, asked_by as "askedBy" from collector_rollout
    where rollout_id = ${rolloutId} and state <> 'ended' for update skip locked`.execute(trx);
  const [head] = rows;
  if (head === undefined) return false;
  const failed = await judgeMembers(trx, rolloutId, head.settings, now);
  const hasStopped = failed.length > 0 && head.state === 'running';
  if (head.state === 'running' && !hasStopped) await beginMembers(trx, rolloutId, head, now);
  const { waiting = 0, applying = 0, reading = 0 } = await readCounts(trx, rolloutId);
  const isOver = waiting + applying + reading === 0;
  if (!isOver && !hasStopped) return false;
  const state = isOver ? 'ended' : 'stopped';
  await sql`update collector_rollout set state = ${state}, version = version + 1, changed_at = ${now}
    where rollout_id = ${rolloutId}`.execute(trx);
  await recordChange(trx, {
    actor: 'server',
    action: `collectors rollout ${isOver ? 'end' : 'stop'}`,
    subject: `rollout:${rolloutId}`,
    ...(failed.length > 0 && { detail: { failed } }),
  });
  return hasStopped;
}

interface BegunRow extends Omit<MemberFacts, 'wanted' | 'everyMs'> {
  readonly collectorId: string;
  readonly name: string;
  readonly wantedVersion: number | null;
  readonly hash: string | null;
  readonly everyMs: number | null;
}

/** Judges the collectors that began; returns those that failed with the reason. */
async function judgeMembers(trx: Trx, rolloutId: string, part: RolloutSettings, now: Date) {
  const { rows } = await sql<BegunRow>`
    select m.collector_id as "collectorId", c.name, m.version, m.began_at as "beganAt", m.applied_at as "appliedAt",
      m.figures_before as before, w.version as "wantedVersion", w.hash, s.head -> 'remote' as remote,
      c.remote_off_at is not null as "isRemoteOff",
      s.received_at as "receivedAt", s.every_ms as "everyMs",
      (select jsonb_build_object('printers', r.printers, 'unread', r.unread) from collector_round r
        where r.collector_id = m.collector_id and r.ended_at > m.applied_at order by r.ended_at limit 1) as round
    from collector_rollout_member m join collector c using (collector_id)
    left join collector_settings w using (collector_id) left join collector_status s using (collector_id)
    where m.rollout_id = ${rolloutId} and m.state in ('applying', 'reading') order by m.position`.execute(trx);
  const failed: { collector: string; reason: RolloutFailure }[] = [];
  for (const { collectorId, name, wantedVersion, hash, everyMs, ...row } of rows) {
    const step = decideMember(
      {
        ...row,
        wanted: { version: wantedVersion ?? 0, hash },
        everyMs: Math.max(everyMs ?? 0, (part.everyMinutes ?? 0) * minuteMs),
      },
      now,
    );
    if (step.state === 'failed') failed.push({ collector: name, reason: step.reason });
    await settle(trx, { rolloutId, collectorId }, step);
  }
  return failed;
}

interface Key {
  readonly rolloutId: string;
  readonly collectorId: string;
}
interface Outcome {
  readonly state: 'applying' | 'reading' | 'passed' | 'failed' | 'skipped';
  readonly reason?: RolloutSkip | RolloutFailure;
  readonly detail?: string;
  readonly after?: RoundFigures;
  readonly appliedAt?: Date;
}

const settle = async (trx: Trx, { rolloutId, collectorId }: Key, outcome: Outcome): Promise<void> => {
  const { state, reason = null, detail = null, after, appliedAt = null } = outcome;
  await sql`update collector_rollout_member set state = ${state}, reason = ${reason}, detail = ${detail},
      figures_after = ${after === undefined ? null : JSON.stringify(after)}::jsonb,
      applied_at = coalesce(${appliedAt}::timestamptz, applied_at)
    where rollout_id = ${rolloutId} and collector_id = ${collectorId}`.execute(trx);
};

/** Lets as many collectors begin as the stage allows; those that cannot are left out and named. */
async function beginMembers(trx: Trx, rolloutId: string, { settings, askedBy }: Head, now: Date): Promise<void> {
  const counts = await readCounts(trx, rolloutId);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  let free = countToBegin(counts, total);
  if (free === 0) return;
  const { rows: waiting } = await sql<{ collectorId: string; version: number }>`
    select collector_id as "collectorId", version from collector_rollout_member
    where rollout_id = ${rolloutId} and state = 'waiting' order by position`.execute(trx);
  const user = await findUser(trx, askedBy);
  const { stage } = toStage(counts, total);
  for (const { collectorId, version } of waiting) {
    if (free === 0) return;
    const key = { rolloutId, collectorId };
    const begun =
      user === undefined ? 'notManaged' : await beginMember(trx, user, { key, version, settings, stage, now });
    if (begun === true) free -= 1;
    else await settle(trx, key, { state: 'skipped', reason: begun });
  }
}

/** The user who asked, with the rights of now; undefined: the account is closed or gone. */
async function findUser(trx: Trx, userId: string): Promise<SignedInUser | undefined> {
  try {
    return await readUserById(trx, userId);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface Beginning {
  readonly key: Key;
  /** Of the settings that the person saw. */
  readonly version: number;
  readonly settings: RolloutSettings;
  readonly stage: number;
  readonly now: Date;
}

/** Changes what the collector should have; its sealed credentials stay. Returns why not, or true. */
async function beginMember(trx: Trx, user: SignedInUser, beginning: Beginning): Promise<true | RolloutSkip> {
  const { key, version, stage, now } = beginning;
  const { rolloutId, collectorId } = key;
  const [row] = await readCandidates(trx, user, [collectorId], now);
  if (row === undefined) return 'notManaged';
  if (row.version !== version) return 'changed';
  const { shown, settings } = toCandidate(row, beginning.settings);
  if (shown.skip !== null) return shown.skip;
  const credentials = parseWanted(row.document).credentials.map((one) => {
    const { sealed: _, ...head } = one;
    return head;
  });
  const before = await readRoundsBefore(trx, collectorId, now);
  try {
    const changed = await changeSettings(trx, user, collectorId, { version, settings, credentials }, rolloutId);
    await sql`update collector_rollout_member set state = 'applying', stage = ${stage}, version = ${changed.version},
        began_at = ${now}, figures_before = ${before === null ? null : JSON.stringify(before)}::jsonb
      where rollout_id = ${rolloutId} and collector_id = ${collectorId}`.execute(trx);
    return true;
  } catch (error) {
    // Refused before anything was written: somebody changed it at this moment.
    if (error instanceof Refusal) return 'changed';
    throw error;
  }
}
