import { subjectOfSign } from '@platen/contract/advice-ids';
import { codesOfUnits } from '@platen/contract/part-codes';
import type { Sign } from '../judge/signs.ts';

/** Share of a fleet that signs alone may turn to a warning. */
const mostWarned = 0.2;
/** A fleet of fewer devices has no limit: one device is too great a share of it. */
const fewestDevices = 20;
/** Percent of a sign that no limit holds back: what has failed, and what no chance is computed of. */
const certain = 100;

/** Percent within 14 days of each cause, by its name. */
export type CauseRisks = ReadonlyMap<string, number>;

/**
 * Percent within 14 days of what a sign that asks for a visit is about. 100 where it is due now, and of signs
 * that do not come from the chance of a part (drives, sensors, motors, counted errors).
 */
export function riskOfSign({ messageId, severity }: Sign, risks: CauseRisks): number {
  const item = subjectOfSign(messageId);
  const isByChance = item !== undefined && (codesOfUnits.has(item) || item.startsWith('feedRoller.'));
  return severity === 'now' || !isByChance ? certain : (risks.get(item) ?? 0);
}

/** The greatest risk of the signs of a device that ask for a visit; null without one. */
export function riskOfSigns(signs: readonly Sign[], risks: CauseRisks): number | null {
  const asking = signs.filter(({ severity }) => severity !== 'watch');
  return asking.length === 0 ? null : Math.max(...asking.map((sign) => riskOfSign(sign, risks)));
}

/**
 * Percent within 14 days from which signs turn the status of a device to a warning: as low as can be with at
 * most 20 % of the fleet warned by signs alone. 0: all of them do.
 * @param fleet the greatest risk of the signs of each device that ask for a visit; null of one without such
 * a sign
 */
export function fitWarningLimit(fleet: readonly (number | null)[]): number {
  const allowed = Math.floor(mostWarned * fleet.length);
  const asking = fleet.filter((risk) => risk !== null).toSorted((one, other) => other - one);
  const first = asking[allowed];
  if (fleet.length < fewestDevices || first === undefined) return 0;
  return asking.findLast((risk) => risk > first) ?? certain;
}
