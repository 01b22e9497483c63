import { can } from '@platen/contract/rights';
import { type WorklistAction, type WorkState, worklistActions } from '@platen/contract/worklist-names';
import { rightOf, targetOf } from '@platen/diagnosis/conditions/transitions';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

/**
 * Whether the assignee leaves it to this user: a technician acts on what is its own or of no
 * user (WL-22).
 */
export const isActable = (
  user: Pick<SignedInUser, 'role' | 'rights' | 'userId'>,
  { assignee }: { readonly assignee: string | null },
): boolean => can(user, 'actOnWorklist') || assignee === null || assignee === user.userId;

interface Workable {
  readonly work: WorkState;
  readonly assignee: string | null;
}

/**
 * Whether a user may do this with a condition that the user may act on at all: by role, by the state of the
 * condition, and by its assignee, since a technician acts on what has no assignee or is the technician's own
 * (WL-22, OA-20). The check of an action and the answer of what is possible (GE-04) are this one function.
 */
export function mayDo(
  user: Pick<SignedInUser, 'role' | 'rights' | 'userId'>,
  { work, assignee }: Workable,
  action: WorklistAction,
): boolean {
  if (!can(user, rightOf(action)) || !isActable(user, { assignee })) return false;
  return action === 'undo' || targetOf(work, action) !== undefined;
}

/** What can be asked for with the condition as it is; an action that can be taken back is known by its id. */
const stateActions = worklistActions.filter((action) => action !== 'undo');

/** By rights, state and whether it is the user's own; a page asks for 400. */
const known = new Map<string, readonly WorklistAction[]>();

function actionsOf(user: Pick<SignedInUser, 'role' | 'rights' | 'userId'>, one: Workable): readonly WorklistAction[] {
  const key = `${user.role} ${user.rights?.join() ?? ''} ${one.work} ${one.assignee === null || one.assignee === user.userId}`;
  const found = known.get(key) ?? stateActions.filter((action) => mayDo(user, one, action));
  known.set(key, found);
  return found;
}

/** What the user may do with at least one of these conditions, in the order of the contract. */
export function actionsFor(
  user: Pick<SignedInUser, 'role' | 'rights' | 'userId'>,
  conditions: readonly Workable[],
): WorklistAction[] {
  const possible = conditions.map((one) => actionsOf(user, one));
  return stateActions.filter((action) => possible.some((actions) => actions.includes(action)));
}

/**
 * The condition on `condition c` for those that the user may act on: of devices the visible ones; those about
 * several devices only where all of these are. `among`: a condition on `condition c` that holds for all in
 * question; only their members are looked at.
 */
export function actableBy(user: SignedInUser, among: RawBuilder<boolean>): RawBuilder<boolean> {
  const isMember = sql<boolean>`m.inhibited_by in (select c.condition_id from condition c where ${among})`;
  return sql<boolean>`case c.entity
    when 'device' then c.entity_id in (select d.device_id from device d where d.device_id = c.entity_id and ${visibleTo(user)})
    when 'collector' then c.entity_id in (select c.collector_id from collector c where ${collectorVisibleTo(user, 'own')})
    else c.condition_id not in (select m.inhibited_by from condition m join device d on d.device_id = m.entity_id
      where ${isMember} and not (${visibleTo(user)}))
      and (${user.seesAll} or c.condition_id in (select m.inhibited_by from condition m where ${isMember})) end`;
}

/** Of visible rows those that the user may act on: each of a device, and others by their members. */
export async function readActable(
  db: Kysely<Database>,
  user: SignedInUser,
  rows: readonly { readonly rowId: string; readonly entity: 'device' | 'collector' | 'customer' }[],
): Promise<ReadonlySet<string>> {
  const idsOf = (isDevice: boolean) => rows.flatMap((row) => ((row.entity === 'device') === isDevice ? row.rowId : []));
  const others = idsOf(false);
  if (others.length === 0) return new Set(idsOf(true));
  const isOpen = sql<boolean>`c.entity_id = any(${others}::uuid[]) and c.work <> 'resolved'`;
  const found = await sql<{ id: string }>`
    select distinct c.entity_id as id from condition c where ${isOpen} and ${actableBy(user, isOpen)}`.execute(db);
  return new Set([...idsOf(true), ...found.rows.map(({ id }) => id)]);
}
