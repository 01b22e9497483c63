import type { Kysely, Transaction } from 'kysely';
import { Refusal, toErrorCode } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import type { GroupRule } from '../../store/tables/account-tables.ts';
import { inTransaction } from '../../store/transactions.ts';
import * as store from './store.ts';

type Db = Kysely<Database>;

export async function listGroups(db: Db, actor: Actor): Promise<store.GroupSummary[]> {
  requireRight(actor, 'manageGroups');
  return await store.listGroups(db);
}

export interface NewGroup {
  readonly name: string;
  /** Null: devices by list only. */
  readonly rule: GroupRule | null;
  /** Undefined: the next free one. */
  readonly groupId: number | undefined;
}

/** Adds a group. `moved`: the number of devices that belong to it. */
export async function addGroup(
  db: Db,
  actor: Actor,
  { name, rule, groupId: wanted }: NewGroup,
): Promise<{ groupId: number; moved: number }> {
  requireRight(actor, 'manageGroups');
  const added = store.changeGroups(db, async (trx) => {
    const groupId = await store.addGroup(trx, name, rule, wanted);
    await record(trx, actor, 'add', groupId, { name, rule });
    return groupId;
  });
  const { result: groupId, moved } = await refuseTakenName(name, added);
  return { groupId, moved };
}

export async function renameGroup(db: Db, actor: Actor, groupId: number, name: string): Promise<void> {
  requireRight(actor, 'manageGroups');
  const before = await findOwnGroup(db, groupId);
  const renamed = inTransaction(db, async (trx) => {
    await store.renameGroup(trx, groupId, name);
    await record(trx, actor, 'rename', groupId, { before: before.name, after: name });
  });
  await refuseTakenName(name, renamed);
}

/** Replaces the rule; null removes it. Returns the number of devices whose groups changed. */
export async function setRule(db: Db, actor: Actor, groupId: number, rule: GroupRule | null): Promise<number> {
  requireRight(actor, 'manageGroups');
  const before = await findOwnGroup(db, groupId);
  const { moved } = await store.changeGroups(db, async (trx) => {
    await store.setRule(trx, groupId, rule);
    await record(trx, actor, 'rule', groupId, { before: before.rule, after: rule });
  });
  return moved;
}

export interface ChangedMembers {
  /** Ids of the devices. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Devices whose groups changed. */
  readonly moved: number;
}

/**
 * Adds devices to the list of a group and removes others, by serial number or id. One wrong name changes
 * nothing.
 */
export async function changeMembers(
  db: Db,
  actor: Actor,
  groupId: number,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<ChangedMembers> {
  requireRight(actor, 'manageGroups');
  await findOwnGroup(db, groupId);
  const [added, removed] = [await toDeviceIds(db, add), await toDeviceIds(db, remove)];
  const { moved } = await store.changeGroups(db, async (trx) => {
    await store.addMembers(trx, groupId, added);
    await store.removeMembers(trx, groupId, removed);
    await record(trx, actor, 'members', groupId, { added, removed });
  });
  return { added, removed, moved };
}

/**
 * Deletes a group: its users no longer see its devices by it. Returns its name and how many devices were in
 * it.
 */
export async function removeGroup(db: Db, actor: Actor, groupId: number): Promise<{ name: string; moved: number }> {
  requireRight(actor, 'manageGroups');
  const { name, rule } = await findOwnGroup(db, groupId);
  const { moved } = await store.changeGroups(db, async (trx) => {
    await store.removeGroup(trx, groupId);
    await record(trx, actor, 'remove', groupId, { name, rule });
  });
  return { name, moved };
}

/** Refuses 202001 a group that the server keeps for an organisation (OA-02). */
async function findOwnGroup(db: Db, groupId: number) {
  const group = await findGroup(db, groupId);
  const owner = await db.selectFrom('organisation').select('name').where('group_id', '=', groupId).executeTakeFirst();
  if (owner !== undefined)
    throw new Refusal(202001, `group ${groupId} follows the organisation '${owner.name}'; change that instead`);
  return group;
}

async function findGroup(db: Db, groupId: number) {
  const group = await store.findGroup(db, groupId);
  if (group === undefined) throw new Refusal(202001, `there is no group ${groupId}`);
  return group;
}

async function toDeviceIds(db: Db, names: readonly string[]): Promise<string[]> {
  const found = await store.findDevices(db, names);
  const unknown = names.filter((name) => found.get(name)?.length === 0);
  if (unknown.length > 0) {
    const more = unknown.length > 20 ? ` and ${unknown.length - 20} more` : '';
    throw new Refusal(202001, `no device has the serial number or id ${unknown.slice(0, 20).join(', ')}${more}`);
  }
  for (const [name, devices] of found)
    if (devices.length > 1) {
      const each = devices.map(
        ({ deviceId, manufacturer, model }) => `${deviceId} (${manufacturer ?? '?'} ${model ?? '?'})`,
      );
      throw new Refusal(202001, `several devices have the serial number ${name}: ${each.join(', ')}; name the id`);
    }
  return [...found.values()].flatMap((devices) => devices.map((device) => device.deviceId));
}

async function refuseTakenName<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (toErrorCode(error) === '23505')
      throw new Refusal(202001, `there is a group with the name '${name}' or this id already`, { cause: error });
    throw error;
  }
}

const record = (
  trx: Transaction<Database>,
  actor: Actor,
  verb: string,
  groupId: number,
  detail: Readonly<Record<string, unknown>>,
) => recordChange(trx, { actor, action: `groups ${verb}`, subject: `group:${groupId}`, detail });
