import type { DeviceListItem } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import type { DeviceWorklistState } from '@platen/contract/worklist-names';
import { sql } from 'kysely';
import type { Query } from '../device-list/distinct-texts.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';

/** What a statement with `deviceWorklist` finds; null: nothing of the device is open. */
export interface DeviceWorklistRow {
  readonly worklist: DeviceWorklistState | null;
}

const state = sql`json_build_object('state', w.state, 'priority', 'P' || w.priority)`;

/** Select item over `device d`: state and class of its row of the worklist (WL-65). */
export const deviceWorklist = sql`(select ${state}
  from worklist_row w where w.entity_id = d.device_id and w.priority is not null) as worklist`;

/**
 * The same of the devices of a page, by device id; empty without the right. A prepared statement of its own:
 * as a select item it was planned with every page of a group, which cost a quarter of the page.
 */
export async function readDeviceWorklists(
  query: Query,
  user: SignedInUser,
  devices: readonly { readonly deviceId: string }[],
): Promise<ReadonlyMap<string, DeviceWorklistState>> {
  if (devices.length === 0 || !can(user, 'readWorklist')) return new Map();
  const rows = await query<{ deviceId: string; worklist: DeviceWorklistState }>(
    sql`select w.entity_id as "deviceId", ${state} as worklist from worklist_row w
      where w.entity_id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[]) and w.priority is not null`,
    'device-worklists',
  );
  return new Map(rows.map(({ deviceId, worklist }) => [deviceId, worklist]));
}

/** The next visit to a device that the user sees. */
type DeviceVisit = NonNullable<DeviceListItem['visit']>;

/**
 * The visits ahead of devices that the user sees, by device id; none without the right to see visits (VP-01,
 * OA-20).
 */
export async function readVisitsAhead(
  query: Query,
  user: SignedInUser,
  devices: readonly { readonly deviceId: string }[],
): Promise<ReadonlyMap<string, DeviceVisit>> {
  if (devices.length === 0 || !can(user, 'recordVisits')) return new Map();
  const rows = await query<DeviceVisit & { deviceId: string }>(sql`
    select y.device_id as "deviceId", v.visit_id as "visitId", v.state, v.planned_day as "plannedDay", u.name as assignee
    from visit_device y join visit v on v.visit_id = y.visit_id left join app_user u on u.user_id = v.assignee
    where y.device_id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[]) and v.state in ('planned', 'underWay')
    order by v.planned_day desc nulls first, v.planned_hours desc nulls first, v.visit_id desc`);
  if (rows.length === 0) return new Map();
  // The user sees a device of each: what is left to ask is whether there are others (visitVisibleTo).
  const foreign = await query<{ visitId: string }>(sql`
    select x.visit_id as "visitId" from visit_device x join device d on d.device_id = x.device_id
    where x.visit_id = any(${rows.map(({ visitId }) => visitId)}::uuid[]) and not (${visibleTo(user)})`);
  const hidden = new Set(foreign.map(({ visitId }) => visitId));
  // Of several visits to a device the first one stays.
  return new Map(rows.flatMap(({ deviceId, ...visit }) => (hidden.has(visit.visitId) ? [] : [[deviceId, visit]])));
}

/** The field of an answer about a device; left out without an open condition, and without the right. */
export const toDeviceWorklist = (
  user: SignedInUser,
  { worklist }: DeviceWorklistRow,
): { worklist?: DeviceWorklistState } => (worklist !== null && can(user, 'readWorklist') ? { worklist } : {});
