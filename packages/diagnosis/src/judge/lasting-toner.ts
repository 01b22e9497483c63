import type { StatusReason } from '@platen/contract/devices';
import { tonerColors } from '@platen/contract/report-sections';
import { type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import type { DeviceJudgement } from './judgement.ts';

/** A cartridge that lasts longer than this by the lower end of its 80 % range asks for no visit yet. */
const actDays = 14;
/** Percent above which no report can call the toner low before the next judgement. */
const nearlyLow = 20;

/**
 * Hints for the colours whose toner is low, or soon will be, and lasts beyond the next two weeks. The status
 * takes them instead of the warning that a level of 10 % or less alone would be (docs/decisions/0230). A
 * colour without a forecast is left out.
 */
export function toLastingToner(history: DeviceHistory, toner: DeviceJudgement['toner']): StatusReason[] {
  return tonerColors.flatMap((code): StatusReason[] => {
    const daysLeft = toner[code]?.daysLeft;
    const level = seriesOf(history, `toner.${code}`).at(-1)?.value;
    if (daysLeft?.state !== 'judged' || daysLeft.value.lower <= actDays) return [];
    return level === undefined || level > nearlyLow
      ? []
      : [{ source: 'supply', code, severity: 'info', condition: 'low' }];
  });
}
