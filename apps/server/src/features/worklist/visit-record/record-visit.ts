import type { BodyOf } from '@platen/contract/endpoint';
import { can } from '@platen/contract/rights';
import { correctDays } from '@platen/contract/visit-names';
import type {
  correctVisit as correctCall,
  RecordAnswer,
  RecordedDevice,
  recordVisit as recordCall,
} from '@platen/contract/visit-records';
import { checkRecord } from '@platen/diagnosis/visit-record/check-record';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { dayMs } from '../../../base/time.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { addVisitEvents, readVisitSnapshots } from '../../../worklist/outbox/add-visit-events.ts';
import { readVisit } from '../visits/read-visit.ts';
import { applyConditions } from './apply-conditions.ts';
import { applyParts } from './apply-parts.ts';
import { type LockedVisit, lockForRecord, type Recorder } from './locked-visit.ts';
import { makeNextDraft } from './next-draft.ts';
import { addRecord, isSameRecord, type RecordRow, readBodies, readNewest, toStoredRecords } from './stored-records.ts';

type Trx = Transaction<Database>;

/**
 * Takes records of devices of a visit, in any order and as often as they come (VR-10): what is known already
 * changes nothing. One from an older plan, or of a device that another record is known of, is taken too and
 * marked (VP-24): a record is never lost.
 */
export async function recordVisit(
  trx: Trx,
  recorder: Recorder,
  visitId: string,
  { version, devices }: BodyOf<typeof recordCall>,
): Promise<RecordAnswer> {
  const { user } = recorder;
  requireRight(user, 'recordVisits');
  const visit = await lockForRecord(trx, recorder, visitId, idsOf(devices));
  if (version > visit.version) throw new Refusal(202001, 'body.version: the visit never had this version');
  const isOwn = visit.assignee === null || visit.assignee === user.userId;
  if (!isOwn && !can(user, 'actOnWorklist')) throw new Refusal(200002, 'this visit is of another technician');
  check(devices, recorder.now);
  const known = new Map((await readNewest(trx, visitId)).map((row) => [row.deviceId, row]));
  const taken = await readBodies(trx, visitId);
  const added = devices.flatMap((body): RecordRow[] => {
    const former = known.get(body.deviceId);
    // Also one that was corrected since: a late repetition does not undo the correction.
    if (taken.some((one) => isSameRecord(one, body))) return [];
    // Somebody else recorded the device meanwhile, or the plan changed.
    const isOnOlderPlan =
      version < visit.planVersion ||
      (version < visit.version && former !== undefined && former.recordedBy !== user.userId);
    return [toRow(recorder, visit, body, (former?.revision ?? 0) + 1, isOnOlderPlan)];
  });
  return await save(trx, recorder, visit, added, 'record');
}

/**
 * Corrects records (VP-02): by their author for 14 days, later with the right to. The former ones stay.
 * Refuses 202002 where one was corrected meanwhile (GE-06).
 */
export async function correctVisit(
  trx: Trx,
  recorder: Recorder,
  visitId: string,
  { devices, revisions }: BodyOf<typeof correctCall>,
): Promise<RecordAnswer> {
  const { user, now } = recorder;
  requireRight(user, 'recordVisits');
  const visit = await lockForRecord(trx, recorder, visitId, idsOf(devices));
  check(devices, now);
  const rows = await readNewest(trx, visitId);
  const known = new Map(rows.map((row) => [row.deviceId, row]));
  const met = devices.flatMap(({ deviceId }) => {
    const former = known.get(deviceId);
    return former === undefined || former.revision === revisions[deviceId] ? [] : former;
  });
  const current = met.length === 0 ? null : await toConflict(trx, user, visitId, met);
  const added = devices.flatMap((body, n): RecordRow[] => {
    const former = known.get(body.deviceId);
    if (former === undefined) throw new Refusal(202003, `body.devices.${n}: this device is not recorded yet`);
    const isAuthor = former.recordedBy === user.userId;
    const age = now.getTime() - (visit.doneAt ?? former.recordedAt).getTime();
    if (!can(user, 'correctVisits') && !(isAuthor && age <= correctDays * dayMs))
      throw new Refusal(200002, `records are corrected by their author within ${correctDays} days`);
    if (isSameRecord(former.body, body)) return [];
    if (revisions[body.deviceId] !== former.revision)
      throw new Refusal(202002, 'the record was corrected meanwhile', { body: current ?? {} });
    return [
      {
        ...toRow(recorder, visit, body, former.revision + 1, former.isOnOlderPlan),
        olderPlan: former.olderPlan ?? null,
      },
    ];
  });
  return await save(trx, recorder, visit, added, 'correct');
}

/** The visit as it is now, and who left the first record of those that were corrected (GE-06). */
async function toConflict(trx: Trx, user: SignedInUser, visitId: string, met: readonly RecordRow[]) {
  const [stored] = await toStoredRecords(trx, met);
  return { current: { visit: await readVisit(trx, user, visitId) }, changedBy: stored?.recordedBy ?? null };
}

const idsOf = (devices: readonly RecordedDevice[]) => devices.map(({ deviceId }) => deviceId);

function check(devices: readonly RecordedDevice[], now: Date): void {
  const problems = devices.flatMap((one, n) =>
    checkRecord(one, now.getTime()).map((line) => `body.devices.${n}.${line}`),
  );
  if (problems.length > 0) throw new Refusal(202001, problems);
}

const toRow = (
  { user, now }: Recorder,
  { visitId }: LockedVisit,
  body: RecordedDevice,
  revision: number,
  isOnOlderPlan: boolean,
): RecordRow => ({
  deviceId: body.deviceId,
  visitId,
  body,
  revision,
  recordedBy: user.userId,
  recordedAt: now,
  isOnOlderPlan,
});

/** The first record starts the visit, that of the last device ends it (VP-02). */
async function save(
  trx: Trx,
  recorder: Recorder,
  visit: LockedVisit,
  added: readonly RecordRow[],
  what: 'record' | 'correct',
): Promise<RecordAnswer> {
  const { visitId } = visit;
  const { now } = recorder;
  const before = await readVisitSnapshots(trx, [visitId]);
  for (const row of added) {
    await sql`
      insert into visit_device (device_id, visit_id, serial, model, place)
      select device_id, ${visitId}, serial, model, 1000 from device where device_id = ${row.deviceId}
      on conflict do nothing`.execute(trx);
    await addRecord(trx, row);
    await applyParts(trx, row);
  }
  if (added.length > 0) {
    await applyConditions(trx, recorder, visit, added);
    await sql`
      update visit v set version = version + 1, recorded_at = ${now}, started_at = coalesce(started_at, ${arrivedAt(added) ?? now}),
        cancelled = null, state = case when open.n = 0 then 'done' else 'underWay' end,
        done_at = case when open.n = 0 then coalesce(done_at, ${now}) end
      from (select count(*)::int as n from visit_device x where x.visit_id = ${visitId} and not exists (
        select 1 from visit_record r where r.visit_id = x.visit_id and r.device_id = x.device_id)) open
      where v.visit_id = ${visitId}`.execute(trx);
    await audit(trx, recorder, visit, added, what);
    await addVisitEvents(trx, before, [visitId], { by: recorder.user.userId, now });
  }
  const rows = await readNewest(trx, visitId);
  const nextVisitId = await makeNextDraft(trx, recorder, visit, added.length > 0 ? rows : []);
  const { rows: now_ } = await sql<Pick<RecordAnswer, 'state' | 'version'>>`
    select state, version from visit where visit_id = ${visitId}`.execute(trx);
  const [after] = now_;
  if (after === undefined) throw new Error('the recorded visit is gone');
  return { ...after, records: await toStoredRecords(trx, rows), nextVisitId };
}

function arrivedAt(rows: readonly RecordRow[]): string | undefined {
  return rows.flatMap(({ body }) => ('notDone' in body ? [] : body.arrivedAt)).toSorted()[0];
}

/** What was recorded, without what people wrote freely (GE-11). */
async function audit(
  trx: Trx,
  { user }: Recorder,
  { visitId, state }: LockedVisit,
  added: readonly RecordRow[],
  what: string,
): Promise<void> {
  const devices = added.map(({ deviceId, revision, body }) => ({
    device: deviceId,
    revision,
    ...('notDone' in body
      ? { notDone: body.notDone }
      : {
          result: body.result,
          parts: body.parts.map(({ item, answer }) => `${item} ${answer}`),
          conditions: body.conditions.map(({ conditionId, outcome }) => `${conditionId} ${outcome}`),
        }),
  }));
  await recordChange(trx, {
    actor: user,
    action: `visits ${what}`,
    subject: `visit:${visitId}`,
    detail: { before: { state }, after: { devices } },
  });
}
