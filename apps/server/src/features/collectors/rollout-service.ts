import type {
  changeRollout,
  previewRollout,
  Rollout,
  RolloutCandidate,
  startRollout,
} from '@platen/contract/collector-rollouts';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { advanceRollout } from './rollout-advance.ts';
import { toCandidate } from './rollout-candidate.ts';
import { toStage } from './rollout-decide.ts';
import { type RolloutRow, readCandidates, readRollouts } from './rollout-store.ts';
import { readNames } from './settings-store.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** What would change at each collector. Refuses 204001 if the user does not manage one of them. */
export async function preview(
  db: Db,
  user: SignedInUser,
  { collectorIds, settings }: BodyOf<typeof previewRollout>,
): Promise<RolloutCandidate[]> {
  const rows = await findAll(db, user, collectorIds);
  return rows.map((row) => toCandidate(row, settings).shown);
}

async function findAll(db: Db, user: SignedInUser, collectorIds: readonly string[]) {
  if (new Set(collectorIds).size < collectorIds.length) throw new Refusal(202001, 'a collector is named twice');
  const rows = await readCandidates(db, user, collectorIds, new Date());
  if (rows.length < collectorIds.length) throw new Refusal(204001, 'there is no collector of one of these ids');
  return rows;
}

/** Stores a change of several collectors and lets the first begin. Refuses as the preview does. */
export async function start(
  trx: Trx,
  user: SignedInUser,
  { collectors, settings }: BodyOf<typeof startRollout>,
): Promise<Rollout> {
  const ids = collectors.map(({ collectorId }) => collectorId);
  const rows = await findAll(trx, user, ids);
  const rolloutId = newId();
  const now = new Date();
  await trx
    .insertInto('collector_rollout')
    .values({
      rollout_id: rolloutId,
      settings: JSON.stringify(settings),
      state: 'running',
      version: 1,
      asked_by: user.userId,
      asked_at: now,
      stopped_by: null,
      changed_at: now,
    })
    .execute();
  await sql`
    insert into collector_rollout_member (rollout_id, collector_id, position, version, state)
    select ${rolloutId}::uuid, x.collector_id, x.position, x.version, 'waiting'
    from unnest(${ids}::uuid[], ${collectors.map(({ version }) => version)}::int[]) with ordinality
      as x(collector_id, version, position)`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'collectors rollout',
    subject: `rollout:${rolloutId}`,
    detail: { settings, collectors: rows.map(({ name }) => name) },
  });
  await advanceRollout(trx, rolloutId, now);
  return await find(trx, user, rolloutId);
}

async function find(db: Db, user: SignedInUser, rolloutId: string): Promise<Rollout> {
  const [row] = await list(db, user, rolloutId);
  if (row === undefined) throw new Refusal(204001, 'there is no change of several collectors of this id');
  return row;
}

/** The newest changes all of whose collectors the user manages; `rolloutId`: this one. */
export async function list(db: Db, user: SignedInUser, rolloutId?: string): Promise<Rollout[]> {
  const rows = await readRollouts(db, user, rolloutId);
  const nameOf = await readNames(
    db,
    rows.flatMap(({ askedBy, stoppedBy }) => [askedBy, ...(stoppedBy === null ? [] : [stoppedBy])]),
  );
  return rows.map((row) => toShown(row, nameOf));
}

function toShown(row: RolloutRow, nameOf: (id: string) => string): Rollout {
  const total = Object.values(row.counts).reduce((sum, n) => sum + n, 0);
  return {
    ...row,
    askedAt: row.askedAt.toISOString(),
    askedBy: nameOf(row.askedBy),
    stoppedBy: row.stoppedBy && nameOf(row.stoppedBy),
    total,
    stage: toStage(row.counts, total).stage,
  };
}

/** Stops a change, or goes on with it. Refuses 204001, 202002 for another version, 202003 for no change. */
export async function change(
  trx: Trx,
  user: SignedInUser,
  rolloutId: string,
  { version, state }: BodyOf<typeof changeRollout>,
): Promise<Rollout> {
  await sql`select from collector_rollout where rollout_id = ${rolloutId} for update`.execute(trx);
  const found = await find(trx, user, rolloutId);
  if (found.version !== version)
    throw new Refusal(202002, 'it was changed meanwhile', { body: { current: found, changedBy: null } });
  if (found.state === 'ended' || found.state === state) throw new Refusal(202003, `it is ${found.state} already`);
  const now = new Date();
  await sql`update collector_rollout set state = ${state}, version = version + 1, changed_at = ${now},
      stopped_by = ${state === 'stopped' ? user.userId : null}::uuid
    where rollout_id = ${rolloutId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: `collectors rollout ${state === 'stopped' ? 'stop' : 'continue'}`,
    subject: `rollout:${rolloutId}`,
    detail: { from: found.state, to: state },
  });
  await advanceRollout(trx, rolloutId, now);
  return await find(trx, user, rolloutId);
}
