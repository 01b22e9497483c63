import type { DeviceProfile } from '@platen/contract/details';

type Reasons = Partial<Pick<DeviceProfile, 'status' | 'statusReasons'>>;

/** Pixels for parts and supplies in a window of 900: two parts above five supplies. */
const room = 278;
/** What a long alert beside an alarm takes of it. */
const alertHeight = 24;
const partHeight = 24;
/** A supply takes two lines; from so many on, one. */
const supplyHeights = { few: 46, many: 24 };
const few = 5;
const fewest = 2;
/** So many where they fit, whatever is due: parts to watch come after those that are due. */
const usual = 4;
const most = 8;

/** An alarm and two reasons more, one of them of two lines. */
const isCrowded = ({ status, statusReasons = [] }: Reasons): boolean =>
  status === 'error' && statusReasons.length > 2 && statusReasons.some(({ text }) => (text ?? '').length > 30);

/** Whether so many supplies stand in one line each. */
export const areMany = (supplies: number, reasons: Reasons): boolean => supplies > (isCrowded(reasons) ? few - 1 : few);

/** Rows of parts that a window of 900 pixels holds beside so many supplies: those that are due and one to watch, at least four. */
export function toRowsThatFit(due: number, supplies: number, reasons: Reasons = {}): number {
  const height = areMany(supplies, reasons) ? supplyHeights.many : supplyHeights.few;
  const left = isCrowded(reasons) ? room - alertHeight : room;
  const fitting = Math.min(most, Math.floor((left - supplies * height) / partHeight));
  return Math.max(fewest, Math.min(Math.max(due + 1, usual), fitting));
}
