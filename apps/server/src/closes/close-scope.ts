import { mostClosedDevices } from '@platen/contract/close-values';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../base/errors.ts';
import { dayMs } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { makeDue, makeHinderedDue } from '../worklist/make-due.ts';
import type { CloseRow } from './close-row.ts';
import { noteCustomers } from './customer-history.ts';

/**
 * Finds the devices of a close: of its customers at any time of the period, or of its groups, as far as they
 * are in the groups to which it is bound; and those of the former close of its plan, which may have
 * corrections. Devices that left these groups go out of it.
 */
export async function findDevices(db: Kysely<Database>, close: CloseRow, now: Date): Promise<void> {
  await noteCustomers(db);
  const { closeId, scope, bound, planId } = close;
  const [from, to] = [new Date(close.from), new Date(close.to)];
  const within = bound === null ? sql`true` : sql`d.group_ids && ${bound}::int[]`;
  const isAll = scope.customerNumbers.length === 0 && scope.groupIds.length === 0;
  const chosen = isAll
    ? sql`true`
    : sql`(d.group_ids && ${scope.groupIds}::int[] or d.device_id in (
        select m.device_id from (
          select m.device_id, m.customer_number, m.from_at,
            lead(m.from_at, 1, 'infinity') over (partition by m.device_id order by m.from_at) as until_at
          from meter_customer m
        ) m where m.customer_number = any(${scope.customerNumbers}::text[]) and m.from_at < ${to} and m.until_at > ${from}
      ) or d.device_id in (
        select x.device_id from meter_close_device x join meter_close f on f.close_id = x.close_id
        where f.plan_id = ${planId} and f.to_at = ${from} and f.state in ('closed', 'exported')))`;
  const { rows } = await sql<{ n: number; gone: string[] }>`
    with found as (
      select d.device_id from device d where d.held_by is null and ${within} and ${chosen}
    ), gone as (
      delete from meter_close_device x where x.close_id = ${closeId} and x.device_id not in (select device_id from found)
      returning x.device_id
    ), cleared as (
      delete from meter_close_line l using gone where l.close_id = ${closeId} and l.device_id = gone.device_id
    ), added as (
      insert into meter_close_device (device_id, close_id) select device_id, ${closeId} from found
      on conflict (device_id, close_id) do nothing
    ) select count(*)::int as n, array(select device_id from gone) as gone from found`.execute(db);
  const { n = 0, gone = [] } = rows[0] ?? {};
  if (n > mostClosedDevices) throw new Refusal(202004, `devices: at most ${mostClosedDevices} a close`);
  await sql`update meter_close set looked_at = ${now} where close_id = ${closeId}`.execute(db);
  await makeDue(db, gone, now);
  // Once a day, as the end comes nearer; all of them where the close was just made.
  const startOfDay = Math.floor(now.getTime() / dayMs) * dayMs;
  await makeHinderedDue(db, closeId, now, new Date(Math.max(close.madeAt, startOfDay)));
}
