import type { DeviceProfile } from '@platen/contract/details';
import { toTold } from './told-reasons.ts';

/** Pixels of the cell of status and signs in a window of 900, and what its other parts take of them. */
const statusRoom = 310;
const alarmHeight = 108;
const reasonsHead = 44;
const reasonHeight = 29;
const signsHead = 46;
const signHeight = 19;
const fewest = 2;
const most = 6;

/** Rows of failure signs that a window of 900 pixels holds below the reasons of the status. */
export function toSignRows(profile: Pick<DeviceProfile, 'status' | 'statusReasons' | 'failurePredictions'>): number {
  const isAlarm = profile.status === 'error';
  const reasons = Math.max(0, toTold(profile).length - (isAlarm ? 1 : 0));
  const above = (isAlarm ? alarmHeight : 0) + (reasons > 0 || !isAlarm ? reasonsHead + reasons * reasonHeight : 0);
  const fitting = Math.floor((statusRoom - above - signsHead) / signHeight);
  return Math.max(fewest, Math.min(most, fitting));
}
