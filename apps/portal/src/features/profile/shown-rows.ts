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

/** Heights of the cells of the profile and of what they hold, all in one unit. */
export interface ProfileHeights {
  readonly signs: {
    readonly room: number;
    readonly alarm: number;
    readonly reasonsHead: number;
    readonly reason: number;
    readonly head: number;
    readonly risk: number;
    readonly sign: number;
  };
  readonly parts: {
    readonly room: number;
    /** What a long alert next to an alarm takes of the room. */
    readonly alert: number;
    readonly part: number;
    /** Of a supply with two lines, and of one with a single line. */
    readonly supply: { readonly few: number; readonly many: number };
  };
}

const signCounts = { fewest: 2, most: 6 };

/** Rows of failure signs that fit below the reasons of the status. */
export function toSignRows(
  profile: Pick<DeviceProfile, 'status' | 'statusReasons' | 'failurePredictions' | 'stopRisk'>,
  heights: ProfileHeights['signs'],
): number {
  const isAlarm = profile.status === 'error';
  const reasons = Math.max(0, toShownReasons(profile).length - (isAlarm ? 1 : 0));
  const ofReasons = reasons > 0 || !isAlarm ? heights.reasonsHead + reasons * heights.reason : 0;
  const above = (isAlarm ? heights.alarm : 0) + ofReasons;
  const risk = profile.stopRisk === undefined ? 0 : heights.risk;
  const fitting = Math.floor((heights.room - above - heights.head - risk) / heights.sign);
  return Math.max(signCounts.fewest, Math.min(signCounts.most, fitting));
}

type Reasons = Partial<Pick<DeviceProfile, 'status' | 'statusReasons'>>;

/** Up to this number of supplies each takes two lines; of more each takes one. */
const few = 5;
/** `usual`: rows where they fit, however few parts are due, as parts to watch come after those. */
const partCounts = { fewest: 2, usual: 4, most: 8 };

/** An alarm and two reasons more, one of them of two lines. */
const isCrowded = ({ status, statusReasons = [] }: Reasons): boolean =>
  status === 'error' && statusReasons.length > 2 && statusReasons.some(({ text }) => (text ?? '').length > 30);

/** Whether each of these supplies takes one line. */
export const areMany = (supplies: number, reasons: Reasons): boolean => supplies > (isCrowded(reasons) ? few - 1 : few);

/**
 * Rows of parts that fit next to a number of supplies: those that are due and one to watch, at least four.
 */
export function toPartRows(
  due: number,
  supplies: number,
  heights: ProfileHeights['parts'],
  reasons: Reasons = {},
): number {
  const supply = areMany(supplies, reasons) ? heights.supply.many : heights.supply.few;
  const room = isCrowded(reasons) ? heights.room - heights.alert : heights.room;
  const fitting = Math.min(partCounts.most, Math.floor((room - supplies * supply) / heights.part));
  return Math.max(partCounts.fewest, Math.min(Math.max(due + 1, partCounts.usual), fitting));
}
