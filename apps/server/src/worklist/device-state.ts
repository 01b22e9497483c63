import { can } from '@platen/contract/rights';
import type { DeviceWorklistState } from '@platen/contract/worklist-names';
import { sql } from 'kysely';
import type { Query } from '../device-list/distinct-texts.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';

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
  { role }: SignedInUser,
  devices: readonly { readonly deviceId: string }[],
): Promise<ReadonlyMap<string, DeviceWorklistState>> {
  if (devices.length === 0 || !can(role, 'readWorklist')) return new Map();
  const rows = await query<{ deviceId: string; worklist: DeviceWorklistState }>(
    sql`select w.entity_id as "deviceId", ${state} as worklist from worklist_row w
      where w.entity_id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[]) and w.priority is not null`,
    'device-worklists',
  );
  return new Map(rows.map(({ deviceId, worklist }) => [deviceId, worklist]));
}

/** The field of an answer about a device; left out without an open condition, and without the right. */
export const toDeviceWorklist = (
  { role }: SignedInUser,
  { worklist }: DeviceWorklistRow,
): { worklist?: DeviceWorklistState } => (worklist !== null && can(role, 'readWorklist') ? { worklist } : {});
