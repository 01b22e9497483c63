import type { LineKey } from '@platen/contract/close-lines';
import { mostEstimates } from '@platen/contract/close-values';
import type { settleLines } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import { secondPersonPages } from '@platen/contract/meter-values';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { CloseRow } from '../../closes/close-row.ts';
import { addCorrection } from '../../closes/correct-meter.ts';
import type { LineBody } from '../../closes/line-body.ts';
import { readDays } from '../../closes/make-close.ts';
import { devicesAtOnce, refreshSome } from '../../closes/refresh-lines.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { markMetersDue } from '../../store/mark-meters-due.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { lockClose } from './who.ts';

type Trx = Transaction<Database>;
export type Settling = BodyOf<typeof settleLines>;

export interface Settled {
  readonly done: number;
  readonly skipped: readonly (LineKey & { errorCode: number; reason: string })[];
}

interface Line {
  readonly version: number;
  readonly body: LineBody;
}

/**
 * Settles lines of an open close with one reason (LG-16, LG-32). A line whose version moved, or that cannot
 * be settled so, is left alone and named (GE-06).
 */
export async function settle(
  trx: Trx,
  user: SignedInUser,
  closeId: string,
  { lines, ...action }: Settling,
  now: Date,
): Promise<Settled> {
  checkForm(action);
  if (action.action === 'cause') requireRight(user, 'correctMeters');
  const close = await lockClose(trx, user, closeId);
  if (close.state !== 'open') throw new Refusal(202003, `the close is ${close.state}`);
  const stored = await readStored(trx, closeId, lines);
  const skipped: (LineKey & { errorCode: number; reason: string })[] = [];
  const done = new Set<string>();
  for (const { version, ...key } of lines) {
    try {
      const line = stored.get(toText(key));
      if (line === undefined) throw new Refusal(204001, 'there is no such line');
      if (line.version !== version) throw new Refusal(202002, 'the line was changed meanwhile');
      await settleOne(trx, user, { close, key, line: line.body, action, now });
      done.add(key.deviceId);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      skipped.push({ ...key, errorCode: error.errorCode, reason: error.detail.join('; ') });
    }
  }
  await markMetersDue(trx, [...done]);
  const which = sql<boolean>`x.device_id = any(${uuids([...done])})`;
  for (let left = done.size; left > 0; left -= devicesAtOnce) await refreshSome(trx, close, { which, waits: true });
  return { done: lines.length - skipped.length, skipped };
}

function checkForm({ action, cause }: Omit<Settling, 'lines'>): void {
  if ((action === 'cause') !== (cause !== undefined))
    throw new Refusal(202001, action === 'cause' ? 'body.cause: is missing' : 'body.cause: only of a cause');
}

const toText = ({ deviceId, meter, part }: LineKey) => `${deviceId} ${meter} ${part}`;

async function readStored(trx: Trx, closeId: string, lines: readonly LineKey[]): Promise<Map<string, Line>> {
  const ids = [...new Set(lines.map(({ deviceId }) => deviceId))];
  const { rows } = await sql<LineKey & { version: number; body: string }>`
    select device_id as "deviceId", meter, part, version, body from meter_close_line
    where close_id = ${closeId} and device_id = any(${uuids(ids)})
      and corrects = '00000000-0000-0000-0000-000000000000'`.execute(trx);
  return new Map(rows.map((row) => [toText(row), { version: row.version, body: JSON.parse(row.body) }]));
}

interface One {
  readonly close: CloseRow;
  readonly key: LineKey;
  readonly line: LineBody;
  readonly action: Omit<Settling, 'lines'>;
  readonly now: Date;
}

async function settleOne(trx: Trx, user: SignedInUser, { close, key, line, action, now }: One): Promise<void> {
  checkPossible(line, action);
  const { reason, note = null } = action;
  if (action.action === 'cause') {
    await stateCause(trx, user, { close, key, line, action, now });
    return;
  }
  const { deviceId, meter, part } = key;
  if (action.action === 'takeBack')
    await sql`
      delete from meter_close_settlement where device_id = ${deviceId} and close_id = ${close.closeId}
        and meter = ${meter} and part = ${part}`.execute(trx);
  else
    await sql`
      insert into meter_close_settlement (device_id, close_id, meter, part, kind, reason, note, made_by, made_at)
      values (${deviceId}, ${close.closeId}, ${meter}, ${part}, ${action.action}, ${reason}, ${note}, ${user.userId}, ${now})
      on conflict (device_id, close_id, meter, part) do update set kind = excluded.kind, reason = excluded.reason,
        note = excluded.note, made_by = excluded.made_by, made_at = excluded.made_at`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'close line settled',
    subject: `device:${deviceId}`,
    detail: {
      closeId: close.closeId,
      meter,
      part,
      before: line.settled?.kind ?? null,
      after: action.action === 'takeBack' ? null : action.action,
      reason,
      ...(note !== null && { note: hiddenText }),
    },
  });
}

/** Refuses what does not fit the line: 202004 for a third estimate in a row, else 202003. */
function checkPossible(line: LineBody, { action }: Pick<Settling, 'action'>): void {
  if (action === 'takeBack' && line.settled === null) throw new Refusal(202003, 'nothing was settled of the line');
  if (action === 'accept' && !line.stops.includes('goesApart') && !(line.state === 'none' && line.end !== null))
    throw new Refusal(202003, 'the line has nothing that could be accepted');
  if (action === 'cause' && line.break === null) throw new Refusal(202003, 'the line has no break');
  if (action !== 'estimate' || line.estimate !== null) return;
  if (line.hasTwoEstimates) throw new Refusal(202004, `estimates: at most ${mostEstimates} in a row`);
  throw new Refusal(202003, 'the line cannot be estimated');
}

async function stateCause(trx: Trx, user: SignedInUser, { close, key, line, action, now }: One): Promise<void> {
  const { reason, note, cause } = action;
  if (line.break === null || cause === undefined) return;
  const { form } = await readOrganisation(trx, close.organisationId);
  const caller = {
    user,
    now,
    days: await readDays(trx, close.organisationId),
    limit: form.secondPersonPages ?? secondPersonPages,
  };
  await addCorrection(trx, caller, key, {
    kind: 'cause',
    at: line.break.after.at,
    cause,
    reason,
    ...(note !== undefined && { note }),
  });
}
