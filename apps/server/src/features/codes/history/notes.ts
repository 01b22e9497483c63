import type { ChangeNote, explainChange } from '@platen/contract/code-history';
import type { BodyOf } from '@platen/contract/endpoint';
import { toCodeSpans } from '@platen/diagnosis/code-history/code-spans';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import { type Caller, requireRight } from '../../../identity/signed-in-user.ts';
import { hiddenText, recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { sqlPerson } from '../../../store/person-of.ts';
import { makeDue } from '../../../worklist/make-due.ts';
import { type Notes, noteKey } from './to-entry.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

interface Row extends Omit<ChangeNote, 'writtenAt'> {
  readonly code: string;
  readonly firstAfter: Date;
  readonly writtenAt: Date;
}

/** What people wrote about changes of a device (CH-05). */
export async function loadNotes(db: Db, deviceId: string): Promise<Notes> {
  const { rows } = await sql<Row>`
    select n.code, n.first_after as "firstAfter", n.changed_by as "changedBy", n.why, n.is_accepted as "isAccepted",
      ${sqlPerson('n.written_by')} as "writtenBy",
      n.written_at as "writtenAt", n.version
    from code_note n where n.device_id = ${deviceId}`.execute(db);
  return new Map(
    rows.map(({ code, firstAfter, writtenAt, ...note }) => [
      noteKey(code, firstAfter.toISOString()),
      { ...note, writtenAt: writtenAt.toISOString() },
    ]),
  );
}

/**
 * Writes who changed a code and why; the condition of an accepted change ends with the next evaluation
 * (WL-13). Refuses a change that no readings show (202001), and 202002 with the present note where another
 * version was meant (GE-06).
 */
export async function writeNote(
  trx: Trx,
  { user, now }: Caller,
  deviceId: string,
  { code, firstAfter, changedBy, why, isAccepted, version }: BodyOf<typeof explainChange>,
): Promise<ChangeNote> {
  requireRight(user, 'proposeCodes');
  const at = new Date(firstAfter);
  await sql`select from device where device_id = ${deviceId} for no key update`.execute(trx);
  const key = noteKey(code, at.toISOString());
  const before = (await loadNotes(trx, deviceId)).get(key);
  if ((before?.version ?? 0) !== version)
    throw new Refusal(202002, 'this change was explained meanwhile', {
      body: { current: before ?? null, changedBy: before?.writtenBy?.name ?? null },
    });
  if (before === undefined) {
    const readings = (await loadCodeReadings(trx, [deviceId], new Date(at.getTime() - 1))).get(deviceId) ?? [];
    const isKnown = toCodeSpans(readings).changes.some(
      (change) => change.code === code && change.firstAfter === at.getTime(),
    );
    if (!isKnown) throw new Refusal(202001, `body.firstAfter: no reading shows that ${code} changed then`);
  }
  await sql`
    insert into code_note as n (device_id, code, first_after, changed_by, why, is_accepted, written_by, written_at)
    values (${deviceId}, ${code}, ${at}, ${changedBy}, ${why}, ${isAccepted}, ${user.userId}, ${now})
    on conflict (device_id, code, first_after) do update set changed_by = excluded.changed_by, why = excluded.why,
      is_accepted = excluded.is_accepted, written_by = excluded.written_by, written_at = excluded.written_at,
      version = n.version + 1`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'code change explained',
    subject: `device:${deviceId}`,
    detail: {
      code,
      firstAfter,
      before: before === undefined ? null : { isAccepted: before.isAccepted },
      after: { why: hiddenText, isAccepted },
    },
  });
  await makeDue(trx, [deviceId], now);
  const note = (await loadNotes(trx, deviceId)).get(key);
  if (note === undefined) throw new Error('a note is gone in the transaction that wrote it');
  return note;
}
