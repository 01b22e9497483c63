import { type DeviceMerge, undoDays } from '@platen/contract/device-merges';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import type { Caller, SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { putIn, takeOut } from '../../store/fleet-totals.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { lockDevices } from '../../store/lock-devices.ts';
import { markMetersDue } from '../../store/mark-meters-due.ts';
import { markUnjudged } from '../../store/mark-unjudged.ts';
import { retireDevice } from '../../store/retire-device.ts';
import { locks } from '../../store/transactions.ts';
import { askAgain } from '../../worklist/make-due.ts';
import { type CopiedRows, copyRows, countDays, removeRows } from './merge-rows.ts';
import { readRecords } from './store.ts';

type Trx = Transaction<Database>;

/** Who delivers for a device and whose it is, by its reports; and since when it is out of use. */
interface Standing {
  readonly owner_id: string | null;
  readonly collector_id: string | null;
  readonly dealer_number: string | null;
  readonly dealer_name: string | null;
  readonly customer_number: string | null;
  readonly customer_name: string | null;
}

export interface Merged extends Standing {
  readonly device_id: string;
  readonly serial: string | null;
  readonly mac_address: string | null;
  readonly updated_at: Date;
  readonly retired_on: string | null;
  readonly organisation_id: string | null;
  readonly dealer_id: string | null;
}

/** What is put back when a merge is undone. */
interface Former {
  readonly standing: Standing;
  readonly serial: string | null;
  readonly macAddress: string | null;
  /** Of the merged device. */
  readonly retiredOn: string | null;
}

/** Holds still what decides which device a report is about; no delivery registers devices meanwhile. */
export async function lockIdentities(trx: Trx, deviceIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
  await sql`select pg_advisory_xact_lock(${locks.registration})`.execute(trx);
  await lockDevices(trx, deviceIds);
}

/**
 * Merges two devices of one dealer that the user sees (OA-44): readings are joined where days do not overlap,
 * later reports of either go to the one that remains, and the other is retired. Refuses 202001 what is not
 * possible.
 */
export async function mergeDevices(
  trx: Trx,
  caller: Caller,
  { remainingId, mergedId }: { readonly remainingId: string; readonly mergedId: string },
): Promise<{ mergeId: string; days: number }> {
  await lockIdentities(trx, [remainingId, mergedId]);
  const rows = await readDevices(trx, caller.user, [remainingId, mergedId]);
  const [remaining, merged] = [remainingId, mergedId].map((id) => rows.find((row) => row.device_id === id));
  if (remaining === undefined || merged === undefined)
    throw new Refusal(200003, 'one of the devices is in none of your groups');
  if (remainingId === mergedId) throw new Refusal(202001, 'a device cannot be merged with itself');
  checkDealers(remaining, merged);
  if (remaining.retired_on !== null) throw new Refusal(202001, 'the device that is to remain is retired');
  const taken = await joinDevices(trx, {
    remaining,
    merged,
    takesOver: merged.updated_at > remaining.updated_at,
    mergedBy: toAuthorId(caller.user),
    now: caller.now,
  });
  if (merged.retired_on === null) await retireDevice(trx, mergedId, caller.now.toISOString().slice(0, 10));
  await refreshGroups(trx, [remainingId, mergedId]);
  await recordChange(trx, {
    actor: caller.user,
    action: 'devices merge',
    subject: `device:${remainingId}`,
    detail: { mergedId, days: taken.days },
  });
  return taken;
}

/** History goes along only within a dealer (OA-42). */
export function checkDealers(one: Merged, other: Merged): void {
  if (one.dealer_id !== other.dealer_id || one.dealer_number !== other.dealer_number)
    throw new Refusal(202001, 'the devices belong to different dealers, whose histories stay apart');
}

interface Joining {
  readonly remaining: Merged;
  readonly merged: Merged;
  /** The device that remains is where the other one was reported last, and by whom. */
  readonly takesOver: boolean;
  readonly mergedBy: string | null;
  readonly now: Date;
}

/** Copies readings and moves keys; `lockIdentities` holds still who is who. */
export async function joinDevices(
  trx: Trx,
  { remaining, merged, takesOver, mergedBy, now }: Joining,
): Promise<{ mergeId: string; days: number }> {
  const [to, from] = [remaining.device_id, merged.device_id];
  const copied = await copyRows(trx, from, to);
  const { rows: keys } = await sql<{ kind: string; value: string; realm: string }>`
    update device_identity set device_id = ${to} where device_id = ${from} returning kind, value, realm`.execute(trx);
  const former: Former = {
    standing: toStanding(remaining),
    serial: remaining.serial,
    macAddress: remaining.mac_address,
    retiredOn: merged.retired_on,
  };
  if (takesOver) await writeStanding(trx, to, toStanding(merged));
  const mergeId = newId();
  await trx
    .insertInto('device_merge')
    .values({
      merge_id: mergeId,
      device_id: to,
      merged_id: from,
      merged_at: now,
      merged_by: mergedBy,
      copied: JSON.stringify(copied),
      keys: JSON.stringify(keys),
      former: JSON.stringify(former),
      undone_at: null,
    })
    .execute();
  await markDue(trx, [to, from]);
  return { mergeId, days: countDays(copied) };
}

/** Undoes a merge of the last 7 days; what was reported since stays with the device that remained. */
export async function undoMerge(trx: Trx, { user, now }: Caller, mergeId: string): Promise<void> {
  const { rows: named } = await sql<{ to: string; from: string }>`
    select device_id as to, merged_id as from from device_merge where merge_id = ${mergeId}`.execute(trx);
  const [pair] = named;
  if (pair === undefined) throw new Refusal(204001, 'there is no such merge');
  const { to, from } = pair;
  await lockIdentities(trx, [to, from]);
  const { rows } = await sql<{ copied: CopiedRows; keys: readonly unknown[]; former: Former; isOpen: boolean }>`
    select m.copied, m.keys, m.former,
      m.undone_at is null and m.merged_at > ${now}::timestamptz - ${sql.lit(undoDays)} * interval '1 day' as "isOpen"
    from device_merge m join device d on d.device_id = m.device_id
    where m.device_id = ${to} and m.merge_id = ${mergeId} and ${visibleTo(user)}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Refusal(204001, 'there is no such merge');
  if (!found.isOpen) throw new Refusal(202003, 'the merge was undone already, or is older than 7 days');
  await removeRows(trx, to, found.copied);
  await sql`
    update device_identity i set device_id = ${from}
    from jsonb_to_recordset(${JSON.stringify(found.keys)}::jsonb) as k(kind text, value text, realm text)
    where i.device_id = ${to} and i.kind = k.kind and i.value = k.value and i.realm = k.realm`.execute(trx);
  const { standing, serial, macAddress } = found.former;
  await writeStanding(trx, to, { ...toStanding(standing), serial, mac_address: macAddress });
  await retireDevice(trx, from, found.former.retiredOn);
  // A claim that was answered by it waits again.
  await sql`
    update device_claim set decision = null, decided_at = null, decided_by = null
    where device_id = ${from} and decision = 'same'`.execute(trx);
  await refreshGroups(trx, [to, from]);
  await markDue(trx, [to, from]);
  await sql`update device_merge set undone_at = ${now} where device_id = ${to} and merge_id = ${mergeId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'devices unmerge',
    subject: `device:${to}`,
    detail: { mergedId: from },
  });
}

/** Merges that can still be undone of devices that the user sees, the newest first. */
export async function listMerges(trx: Trx, user: SignedInUser, now: Date): Promise<DeviceMerge[]> {
  const { rows } = await sql<{
    id: string;
    mergedId: string;
    mergeId: string;
    copied: CopiedRows;
    mergedAt: Date;
    mergedBy: string | null;
  }>`
    select m.device_id as id, m.merged_id as "mergedId", m.merge_id as "mergeId", m.copied, m.merged_at as "mergedAt",
      u.name as "mergedBy"
    from device_merge m join device d on d.device_id = m.device_id left join app_user u on u.user_id = m.merged_by
    where m.undone_at is null and m.merged_at > ${now}::timestamptz - ${sql.lit(undoDays)} * interval '1 day'
      and ${visibleTo(user)}
    order by m.merged_at desc, m.merge_id`.execute(trx);
  // Either may lie on another shard.
  const records = await readRecords(
    trx,
    rows.flatMap(({ id, mergedId }) => [id, mergedId]),
  );
  return rows.flatMap(({ id, mergedId, copied, mergedAt, ...row }) => {
    const [remaining, merged] = [records.get(id)?.device, records.get(mergedId)?.device];
    if (remaining === undefined || merged === undefined) return [];
    return [
      {
        ...row,
        remaining,
        merged,
        days: countDays(copied),
        mergedAt: mergedAt.toISOString(),
        undoUntil: new Date(mergedAt.getTime() + undoDays * dayMs).toISOString(),
      },
    ];
  });
}

/** Devices that the user sees, or those of a claim whatever is seen of them. */
export async function readDevices(trx: Trx, user: SignedInUser | null, ids: readonly string[]): Promise<Merged[]> {
  const { rows } = await sql<Merged>`
    select d.device_id, d.serial, d.mac_address, d.updated_at, to_char(d.retired_on, 'YYYY-MM-DD') as retired_on, d.owner_id, d.collector_id,
      d.dealer_number, d.dealer_name, d.customer_number, d.customer_name, d.organisation_id, o.dealer_id
    from device d left join organisation o on o.organisation_id = d.organisation_id
    where d.device_id = any(${ids}::uuid[]) and ${user === null ? sql`true` : visibleTo(user)}`.execute(trx);
  return rows;
}

const toStanding = ({ owner_id, collector_id, ...of }: Standing): Standing => ({
  owner_id,
  collector_id,
  dealer_number: of.dealer_number,
  dealer_name: of.dealer_name,
  customer_number: of.customer_number,
  customer_name: of.customer_name,
});

async function writeStanding(
  trx: Trx,
  deviceId: string,
  columns: Standing & { readonly serial?: string | null; readonly mac_address?: string | null },
): Promise<void> {
  // The dealer and what is searched are part of what the totals count by (0550, 0730).
  await takeOut(trx, [deviceId]);
  await trx.updateTable('device').set(columns).where('device_id', '=', deviceId).execute();
  await putIn(trx, [deviceId]);
}

/** Both are judged and evaluated again with what they now have, and their lines in open closes worked out. */
async function markDue(trx: Trx, ids: readonly string[]): Promise<void> {
  await markUnjudged(trx, ids);
  await askAgain(trx, ids);
  await markMetersDue(trx, ids);
}
