import { can } from '@platen/contract/rights';
import type { DeviceWorklistState } from '@platen/contract/worklist-names';
import { sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';

/** What a statement with `deviceWorklist` finds; null: nothing of the device is open. */
export interface DeviceWorklistRow {
  readonly worklist: DeviceWorklistState | null;
}

/** Select item over `device d`: state and class of its row of the worklist (WL-65). */
export const deviceWorklist = sql`(select json_build_object('state', w.state, 'priority', 'P' || w.priority)
  from worklist_row w where w.entity_id = d.device_id and w.priority is not null) as worklist`;

/** The field of an answer about a device; left out without an open condition, and without the right. */
export const toDeviceWorklist = (
  { role }: SignedInUser,
  { worklist }: DeviceWorklistRow,
): { worklist?: DeviceWorklistState } => (worklist !== null && can(role, 'readWorklist') ? { worklist } : {});
