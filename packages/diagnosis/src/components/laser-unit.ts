import type { AdviceSeverity } from '@platen/contract/advice';
import { adviceId } from '@platen/contract/advice-ids';
import { dayMs } from '@platen/contract/constants';
import type { Day, DeviceHistory } from '../history/day-reading.ts';

/** Codes of the laser unit (device codes CA00 to CAFF, docs/specification). */
const laserCode = /^CA[0-9A-F]{2}$/;
/** Days with such an error, within a span up to today, that call for a check. */
const rules: readonly (readonly [severity: AdviceSeverity, errorDays: number, within: number])[] = [
  ['now', 4, 14],
  ['nextVisit', 2, 30],
  ['watch', 1, 30],
];

/**
 * Whether the laser unit (LSU) should be checked (FS-29): by the days of the last two or four weeks on which
 * the device logged an error of the unit. One day asks for watching, two in 30 days call for a check at the
 * next visit, four in 14 days now. Null: no such error. The polygonal motor is part of the unit and takes
 * precedence where it has a sign (FS-30).
 */
export function judgeLaserUnit({ errors }: Pick<DeviceHistory, 'errors'>, today: Day): string | null {
  const days = [...new Set(errors.filter(({ code }) => laserCode.test(code)).map(({ at }) => Math.floor(at / dayMs)))];
  const found = rules.find(
    ([, errorDays, within]) => days.filter((day) => day > today - within && day <= today).length >= errorDays,
  );
  return found === undefined ? null : adviceId({ component: 'laserUnit', severity: found[0] });
}
