import type { BodyOf } from '@platen/contract/endpoint';
import type { setPriority, setWeight } from '@platen/contract/worklist';
import type { Person, WorklistRow } from '@platen/contract/worklist-item';
import { longestByHandDays } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { rowVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import type { ByHandRecord } from '../../store/tables/worklist-tables.ts';
import { lockEntities, reevaluate } from '../../worklist/evaluate-entities.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import type { Caller } from './act.ts';
import { personOf, readNames } from './people.ts';
import { type ListRow, rowColumns, toRows } from './row-store.ts';
import { readSeenAt } from './standing.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The row of an entity that the user may see, with what is open of it; undefined: there is none. */
export async function readRow(db: Db, user: SignedInUser, rowId: string, now: Date): Promise<WorklistRow | undefined> {
  const { rows } = await sql<ListRow>`
    select ${rowColumns} from worklist_row w left join device d on d.device_id = w.entity_id and w.entity = 'device'
    where w.entity_id = ${rowId} and w.priority is not null and ${rowVisibleTo(user)}`.execute(db);
  const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
  const seenAt = await readSeenAt(db, user);
  const [row] = await toRows(db, rows, { user, seenAt, now, time: toWorkTime(calendar) });
  return row;
}

/** Refuses an id that the user may not see: a device's as its other calls do, any other as unknown. */
export async function refuseRow(db: Db, rowId: string): Promise<never> {
  const found = await sql`select 1 from device where device_id = ${rowId} and held_by is null`.execute(db);
  if (found.rows.length > 0) throw new Refusal(200003, 'this device is in none of your groups');
  throw new Refusal(204001, 'there is no row with this id');
}

/** Sets the class of a row by hand for at most 14 days, or takes it back (WL-52). */
export async function changePriority(
  trx: Trx,
  { user, offlineHours }: Caller,
  rowId: string,
  { priority, until, reason, version }: BodyOf<typeof setPriority>,
): Promise<{ row: WorklistRow }> {
  requireRight(user, 'actOnWorklist');
  if ((await readRow(trx, user, rowId, new Date())) === undefined) {
    const isVisible = await sql`select 1 from device d where d.device_id = ${rowId} and ${visibleTo(user)}`.execute(
      trx,
    );
    if (isVisible.rows.length === 0) await refuseRow(trx, rowId);
    throw new Refusal(202003, 'nothing of this device is open');
  }
  await lockEntities(trx, [rowId]);
  const now = new Date();
  const latest = now.getTime() + longestByHandDays * dayMs;
  const end = until === undefined ? latest : Date.parse(until);
  if (priority !== null && (end <= now.getTime() || end > latest))
    throw new Refusal(202001, `until: within ${longestByHandDays} days`);
  if (priority !== null && reason === undefined) throw new Refusal(202001, 'reason: say why the class is set by hand');
  const before = await readByHand(trx, rowId, now);
  if (before?.version !== version)
    throw new Refusal(202002, 'the class was set meanwhile', {
      body: { current: { row: await readRow(trx, user, rowId, now) }, changedBy: await readChanger(trx, before?.by) },
    });
  const next = await raiseVersion(trx, rowId, 'by_hand_version');
  const record: ByHandRecord | null =
    priority === null
      ? null
      : { priority, until: new Date(end).toISOString(), reason: reason ?? '', by: user.userId, version: next };
  await sql`
    update worklist_row set by_hand = ${record && JSON.stringify(record)}::jsonb
    where entity_id = ${rowId}`.execute(trx);
  await reevaluate(trx, [rowId], { now, offlineHours });
  await recordChange(trx, {
    actor: user,
    action: 'worklist priority',
    subject: `row:${rowId}`,
    detail: {
      before: before?.priority ?? null,
      after: priority,
      ...(record && { until: record.until, reason: hiddenText }),
    },
  });
  const row = await readRow(trx, user, rowId, now);
  if (row === undefined) throw new Refusal(202003, 'nothing of it is open any more');
  return { row };
}

/** Gives a device that the user may see a weight by hand, changes it or takes it away (WL-48). */
export async function changeWeight(
  trx: Trx,
  { user, offlineHours }: Caller,
  deviceId: string,
  { weight, reason, version }: BodyOf<typeof setWeight>,
) {
  requireRight(user, 'actOnWorklist');
  await lockEntities(trx, [deviceId]);
  const before = await trx
    .selectFrom('device_weight')
    .select(['weight as factor', 'reason', 'version', 'set_by as by'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  if (before?.version !== version) {
    const weight =
      before === undefined ? null : { factor: before.factor, reason: before.reason, version: before.version };
    throw new Refusal(202002, 'the weight was changed meanwhile', {
      body: { current: { weight }, changedBy: await readChanger(trx, before?.by) },
    });
  }
  const next = await raiseVersion(trx, deviceId, 'weight_version');
  if (weight === null) await trx.deleteFrom('device_weight').where('device_id', '=', deviceId).execute();
  else {
    if (reason === undefined) throw new Refusal(202001, 'reason: say why the device has this weight');
    const values = { weight, reason, set_by: user.userId, version: next };
    await trx
      .insertInto('device_weight')
      .values({ device_id: deviceId, ...values })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
      .execute();
  }
  await reevaluate(trx, [deviceId], { now: new Date(), offlineHours });
  await recordChange(trx, {
    actor: user,
    action: 'worklist weight',
    subject: `device:${deviceId}`,
    detail: {
      before: before?.factor ?? null,
      after: weight,
      ...(reason && { reason: hiddenText }),
    },
  });
  return { weight: weight === null ? null : { factor: weight, reason: reason ?? '', version: next } };
}

/** The next version of what is set by hand of an entity, also after nothing was set for a time (GE-06). */
async function raiseVersion(trx: Trx, entityId: string, of: 'by_hand_version' | 'weight_version'): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into evaluation as e (entity_id, entity, ${sql.ref(of)})
    select ${entityId}::uuid, coalesce((select entity from worklist_row where entity_id = ${entityId}), 'device'), 1
    on conflict (entity_id) do update set ${sql.ref(of)} = e.${sql.ref(of)} + 1
    returning ${sql.ref(of)} as version`.execute(trx);
  return rows[0]?.version ?? 1;
}

/** The class by hand that holds now; undefined: none. */
async function readByHand(trx: Trx, rowId: string, now: Date): Promise<ByHandRecord | undefined> {
  const row = await trx.selectFrom('worklist_row').select('by_hand').where('entity_id', '=', rowId).executeTakeFirst();
  const record = row?.by_hand ?? undefined;
  return record !== undefined && Date.parse(record.until) > now.getTime() ? record : undefined;
}

/** Who set what another user wants to change; null: it is not set any more. */
const readChanger = async (db: Db, by: string | null = null): Promise<Person | null> =>
  personOf(await readNames(db, [by]), by);
