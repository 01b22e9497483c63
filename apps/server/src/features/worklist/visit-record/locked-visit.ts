import type { VisitKind, VisitState } from '@platen/contract/visit-names';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo, visitVisibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { lockEntities } from '../../../worklist/evaluate-entities.ts';

type Trx = Transaction<Database>;

/** Who records in which call. */
export interface Recorder {
  readonly user: SignedInUser;
  readonly now: Date;
  readonly offlineHours: number;
}

export interface LockedVisit {
  readonly visitId: string;
  readonly kind: VisitKind;
  readonly state: VisitState;
  readonly version: number;
  /** Version at which its plan last changed. */
  readonly planVersion: number;
  readonly assignee: string | null;
  readonly doneAt: Date | null;
  /** Devices of the plan, in its order. */
  readonly deviceIds: readonly string[];
}

/**
 * A visit with its devices and those of the record, locked in the order that all changes of conditions take.
 * Refuses 204001 for one that does not exist or that the user does not see (GE-05), and 202001 for a device
 * that the user does not see.
 */
export async function lockForRecord(
  trx: Trx,
  { user }: Recorder,
  visitId: string,
  recorded: readonly string[],
): Promise<LockedVisit> {
  if (new Set(recorded).size < recorded.length) throw new Refusal(202001, 'body.devices: a device stands twice');
  const planned = await readPlanned(trx, visitId);
  await lockEntities(trx, [...new Set([...planned, ...recorded])]);
  const isIt = sql<boolean>`v.visit_id = ${visitId}`;
  const { rows } = await sql<Omit<LockedVisit, 'deviceIds'>>`
    select visit_id as "visitId", kind, state, version, plan_version as "planVersion", assignee, done_at as "doneAt"
    from visit v where ${isIt} and ${visitVisibleTo(user, isIt)} for update of v`.execute(trx);
  const [visit] = rows;
  const deviceIds = await readPlanned(trx, visitId);
  const seen = await readVisible(trx, user, recorded);
  if (visit === undefined) throw new Refusal(204001, 'there is no visit with this id');
  for (const [n, id] of recorded.entries())
    if (!seen.has(id)) throw new Refusal(202001, `body.devices.${n}.deviceId: no device of this visit`);
  return { ...visit, deviceIds };
}

async function readPlanned(db: Kysely<Database>, visitId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from visit_device where visit_id = ${visitId} order by place, device_id`.execute(db);
  return rows.map(({ id }) => id);
}

async function readVisible(
  db: Kysely<Database>,
  user: SignedInUser,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.device_id as id from device d
    where d.device_id = any(${[...new Set(deviceIds)]}::uuid[]) and ${visibleTo(user)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
