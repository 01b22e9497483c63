import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { sumOfCells } from '../../store/fleet-totals.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import type { GroupRule } from '../../store/tables/account-tables.ts';
import { inTransaction, locks } from '../../store/transactions.ts';

type Trx = Transaction<Database>;

export interface GroupSummary {
  groupId: number;
  name: string;
  rule: GroupRule | null;
  /** Devices put in by hand, all devices, and users. */
  listed: number;
  devices: number;
  users: number;
}

export async function listGroups(db: Kysely<Database>): Promise<GroupSummary[]> {
  const { rows } = await sql<GroupSummary>`
    select group_id as "groupId", name, rule,
      (select count(*) from group_device m where m.group_id = g.group_id) as listed,
      (${sumOfCells('devices', sql`d.held_by is null and d.group_ids @> array[g.group_id]`)}) as devices,
      (select count(*) from user_group u where u.group_id = g.group_id) as users
    from device_group g order by group_id`.execute(db);
  return rows;
}

/**
 * Changes groups while no delivery computes the groups of a device, then computes them again for all.
 * Returns the result of the change and the number of devices whose groups changed.
 */
export async function changeGroups<T>(
  db: Kysely<Database>,
  change: (trx: Trx) => Promise<T>,
): Promise<{ result: T; moved: number }> {
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.groups})`.execute(trx);
    const result = await change(trx);
    return { result, moved: await refreshGroups(trx) };
  });
}

/** Adds a group; without an id the next free one. */
export async function addGroup(trx: Trx, name: string, rule: GroupRule | null, groupId?: number): Promise<number> {
  const next = sql<number>`(select coalesce(max(group_id), 0) + 1 from device_group)`;
  const { group_id } = await trx
    .insertInto('device_group')
    .values({ group_id: groupId ?? next, name, rule: toJson(rule) })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return group_id;
}

export async function removeGroup(trx: Trx, groupId: number): Promise<void> {
  await trx.deleteFrom('device_group').where('group_id', '=', groupId).execute();
}

export async function renameGroup(trx: Trx, groupId: number, name: string): Promise<void> {
  await trx.updateTable('device_group').set({ name }).where('group_id', '=', groupId).execute();
}

export async function setRule(trx: Trx, groupId: number, rule: GroupRule | null): Promise<void> {
  await trx
    .updateTable('device_group')
    .set({ rule: toJson(rule) })
    .where('group_id', '=', groupId)
    .execute();
}

export async function findGroup(db: Kysely<Database>, groupId: number) {
  return await db.selectFrom('device_group').selectAll().where('group_id', '=', groupId).executeTakeFirst();
}

export async function addMembers(trx: Trx, groupId: number, deviceIds: readonly string[]): Promise<void> {
  await sql`
    insert into group_device (device_id, group_id)
    select d, ${groupId}::int from unnest(${deviceIds}::uuid[]) as d on conflict do nothing`.execute(trx);
}

export async function removeMembers(trx: Trx, groupId: number, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from group_device where group_id = ${groupId} and device_id = any(${deviceIds}::uuid[])`.execute(
    trx,
  );
}

export interface FoundDevice {
  deviceId: string;
  serial: string | null;
  model: string | null;
  manufacturer: string | null;
}

/** The devices with these serial numbers or ids; a serial number may be that of several makers' devices. */
export async function findDevices(db: Kysely<Database>, names: readonly string[]): Promise<Map<string, FoundDevice[]>> {
  const { rows } = await sql<FoundDevice & { asked: string }>`
    select n as asked, device_id as "deviceId", serial, model, manufacturer
    from unnest(${names}::text[]) as n join device on (device.serial = n or device.device_id::text = lower(n)) and device.held_by is null
    order by device_id`.execute(db);
  const result = new Map<string, FoundDevice[]>(names.map((name) => [name, []]));
  for (const { asked, ...device } of rows) result.get(asked)?.push(device);
  return result;
}

const toJson = (rule: GroupRule | null): string | null => (rule === null ? null : JSON.stringify(rule));
