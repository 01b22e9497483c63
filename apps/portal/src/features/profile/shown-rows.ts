import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';

/**
 * Reasons that the status panel shows: signs beyond the first are left to the failure predictions below,
 * which name each with its advice.
 */
export function toShownReasons({
  statusReasons = [],
  failurePredictions,
}: Pick<DeviceProfile, 'statusReasons' | 'failurePredictions'>): readonly StatusReason[] {
  if (failurePredictions.length === 0) return statusReasons;
  return statusReasons.filter(({ source }, at) => at === 0 || source !== 'sign');
}

/** Pixels of the cell of status and signs in a window of 900, and what its other parts take of them. */
const statusRoom = 310;
const alarmHeight = 108;
const reasonsHead = 44;
const reasonHeight = 29;
const signsHead = 46;
const riskHeight = 20;
const signHeight = 19;
const signCounts = { fewest: 2, most: 6 };

/** Rows of failure signs that a window of 900 pixels holds below the reasons of the status. */
export function toSignRows(
  profile: Pick<DeviceProfile, 'status' | 'statusReasons' | 'failurePredictions' | 'stopRisk'>,
): number {
  const isAlarm = profile.status === 'error';
  const reasons = Math.max(0, toShownReasons(profile).length - (isAlarm ? 1 : 0));
  const above = (isAlarm ? alarmHeight : 0) + (reasons > 0 || !isAlarm ? reasonsHead + reasons * reasonHeight : 0);
  const risk = profile.stopRisk === undefined ? 0 : riskHeight;
  const fitting = Math.floor((statusRoom - above - signsHead - risk) / signHeight);
  return Math.max(signCounts.fewest, Math.min(signCounts.most, fitting));
}

type Reasons = Partial<Pick<DeviceProfile, 'status' | 'statusReasons'>>;

/** Pixels for parts and supplies in a window of 900: two parts above five supplies. */
const room = 278;
/** What a long alert next to an alarm takes of it. */
const alertHeight = 24;
const partHeight = 24;
/** A supply takes two lines; of more than `few` supplies each takes one. */
const supplyHeights = { few: 46, many: 24 };
const few = 5;
/** `usual`: rows where they fit, however few parts are due, as parts to watch come after those. */
const partCounts = { fewest: 2, usual: 4, most: 8 };

/** An alarm and two reasons more, one of them of two lines. */
const isCrowded = ({ status, statusReasons = [] }: Reasons): boolean =>
  status === 'error' && statusReasons.length > 2 && statusReasons.some(({ text }) => (text ?? '').length > 30);

/** Whether each of these supplies takes one line. */
export const areMany = (supplies: number, reasons: Reasons): boolean => supplies > (isCrowded(reasons) ? few - 1 : few);

/**
 * Rows of parts that a window of 900 pixels holds next to a number of supplies: those that are due and one to
 * watch, at least four.
 */
export function toRowsThatFit(due: number, supplies: number, reasons: Reasons = {}): number {
  const height = areMany(supplies, reasons) ? supplyHeights.many : supplyHeights.few;
  const left = isCrowded(reasons) ? room - alertHeight : room;
  const fitting = Math.min(partCounts.most, Math.floor((left - supplies * height) / partHeight));
  return Math.max(partCounts.fewest, Math.min(Math.max(due + 1, partCounts.usual), fitting));
}
