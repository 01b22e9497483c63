import { whatItDoes } from '@platen/diagnosis/visit-record/what-it-does';
import { sql, type Transaction } from 'kysely';
import { answerBreaks } from '../../../history/exchanges.ts';
import { joinRecorded } from '../../../history/join-recorded.ts';
import type { Database } from '../../../store/database.ts';
import { markUnjudged } from '../../../store/mark-unjudged.ts';
import type { RecordRow } from './stored-records.ts';

/**
 * Writes what the newest record of a device says of its parts and counters, in place of what its former
 * record entered: replacements (VR-04), parts found good (VE-09), causes of breaks (VR-06). The device is
 * judged again.
 */
export async function applyParts(
  trx: Transaction<Database>,
  { deviceId, visitId, body }: Pick<RecordRow, 'deviceId' | 'visitId' | 'body'>,
): Promise<void> {
  const { replaced, foundGood } = whatItDoes(body);
  const of = sql`device_id = ${deviceId} and visit_id = ${visitId}`;
  await sql`delete from device_replacement where ${of} and origin = 'recorded'`.execute(trx);
  await sql`update device_replacement set visit_id = null where ${of}`.execute(trx);
  await sql`delete from part_found_good where ${of}`.execute(trx);
  if (!('notDone' in body)) {
    const day = sql`(${body.arrivedAt}::timestamptz at time zone 'UTC')::date`;
    const total = body.counters.find(({ counter }) => counter === 'total');
    const counter = total?.typed ?? total?.reported?.value ?? null;
    await sql`
      insert into device_replacement (device_id, item, replaced_on, origin, counter, visit_id, serial)
      select distinct on (r.item) ${deviceId}::uuid, r.item, ${day}, 'recorded', ${counter}::bigint, ${visitId}::uuid, r.serial
      from json_to_recordset(${JSON.stringify(replaced)}::json) as r(item text, serial text)
      order by r.item, r.serial nulls last
      on conflict (device_id, item, replaced_on) do update set visit_id = excluded.visit_id,
        serial = coalesce(device_replacement.serial, excluded.serial),
        counter = coalesce(device_replacement.counter, excluded.counter),
        origin = case device_replacement.origin when 'seen' then 'recorded' else device_replacement.origin end`.execute(
      trx,
    );
    await sql`
      insert into part_found_good (device_id, item, found_on, visit_id)
      select distinct ${deviceId}::uuid, item, ${day}, ${visitId}::uuid from unnest(${[...foundGood]}::text[]) as item`.execute(
      trx,
    );
  }
  await joinRecorded(trx, [deviceId]);
  await answerBreaks(trx, [deviceId]);
  await markUnjudged(trx, [deviceId]);
}
