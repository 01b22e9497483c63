import { fitWarningLimit } from '@platen/diagnosis/risk/warning-limit';
import { type RiskCase, within } from './risk-cases.ts';

/**
 * Goals of the ranking: share of the best tenth that fails within 14 days; greatest error of a tenth of the
 * risks.
 */
const goals = { best: 0.75, bestBlind: 0.5, off: 0.05 } as const;
/** Cases without which a tenth says nothing of its reliability. */
const enough = 50;
const [, fortnight] = within;

type Order = (one: RiskCase) => number;
const byRisk: Order = ({ chances }) => chances?.[1] ?? 0;
const byPlainRisk: Order = ({ plain }) => plain;
const byStatus: Order = ({ isWarned }) => Number(isWarned);

/** A device fails by then, or has failed already and waits for a visit. */
const isDown = ({ fails, isOpen }: RiskCase, days: number): boolean => isOpen || fails <= days;

/** What the first tenth of a list is worth. */
export interface BestTenth {
  /** Devices in the first tenths of all days, and how many of them fail. */
  readonly listed: number;
  readonly right: number;
  /** The most that any order could have. */
  readonly oracle: number;
  /** All that fail. */
  readonly failing: number;
}

/**
 * The first tenth of each day's list in an order, against what comes within 14 days. `ahead`: only devices
 * that have not failed yet, and only failures to come.
 */
export function toBestTenth(cases: readonly RiskCase[], order: Order, ahead: boolean): BestTenth {
  const sum = { listed: 0, right: 0, oracle: 0, failing: 0 };
  for (const list of byDay(cases)) {
    const own = ahead ? list.filter(({ isOpen }) => !isOpen) : list;
    const first = own
      .toSorted((one, other) => order(other) - order(one) || one.device - other.device)
      .slice(0, Math.max(1, Math.round(own.length / 10)));
    const failing = own.filter((one) => isDown(one, fortnight)).length;
    sum.listed += first.length;
    sum.right += first.filter((one) => isDown(one, fortnight)).length;
    sum.oracle += Math.min(first.length, failing);
    sum.failing += failing;
  }
  return sum;
}

function byDay(cases: readonly RiskCase[]): readonly (readonly RiskCase[])[] {
  const days = new Map<string, RiskCase[]>();
  for (const one of cases) {
    const key = `${one.fleet} ${one.day}`;
    const list = days.get(key);
    if (list === undefined) days.set(key, [one]);
    else list.push(one);
  }
  return [...days.values()];
}

/** Forecasts of one tenth of the risks, 0 to 10 % and on, and what came. */
export interface Tenth {
  readonly cases: number;
  readonly forecast: number;
  readonly came: number;
}

/** Reliability of the risk of a device within 14 days, by tenth of the risk. */
export function toReliability(cases: readonly RiskCase[], chance: Order = byRisk): readonly Tenth[] {
  return Array.from({ length: 10 }, (_, tenth) => {
    const own = cases.filter((one) => one.chances !== null && Math.min(9, Math.floor(10 * chance(one))) === tenth);
    return {
      cases: own.length,
      forecast: own.reduce((sum, one) => sum + chance(one), 0) / own.length,
      came: own.filter((one) => isDown(one, fortnight)).length / own.length,
    };
  });
}

/**
 * Share of the devices whose status signs turn to a warning: all signs, and with the limit that the fleet's
 * last look set.
 */
function toWarnedShares(cases: readonly RiskCase[]): { readonly all: number; readonly limited: number } {
  let [all, limited, count] = [0, 0, 0];
  const before = new Map<string, number>();
  for (const list of byDay(cases)) {
    const fleet = list[0]?.fleet ?? '';
    const limit = before.get(fleet);
    if (limit !== undefined) {
      const asking = list.flatMap(({ signRisk }) => signRisk ?? []);
      all += asking.length;
      limited += asking.filter((risk) => risk >= limit).length;
      count += list.length;
    }
    before.set(fleet, fitWarningLimit(list.map(({ signRisk }) => signRisk)));
  }
  return { all: all / count, limited: limited / count };
}

/**
 * Prints what the order by risk is worth in one world, and how reliable the risks are; true where the goals
 * are reached.
 */
export function printRisk(world: string, cases: readonly RiskCase[]): boolean {
  const percent = (part: number, whole = 1) =>
    (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`).padStart(7);
  console.log(
    `\n  ${world}: ${cases.length} looks at devices; first tenth of each list against failures within 14 days`,
  );
  const best = toBestTenth(cases, byRisk, false);
  for (const [name, order, ahead] of [
    ['by risk', byRisk, false],
    ['by risk, not corrected', byPlainRisk, false],
    ['by status', byStatus, false],
    ['by risk, not failed yet', byRisk, true],
    ['by status, not failed yet', byStatus, true],
  ] as const) {
    const { listed, right, oracle, failing } = toBestTenth(cases, order, ahead);
    console.log(
      `    ${name.padEnd(26)} right ${percent(right, listed)}, best possible ${percent(oracle, listed)}; of ${failing} that fail ${percent(right, failing)} are listed`,
    );
  }
  console.log('    risk within 14 days     cases  forecast     came   not corrected: cases  forecast     came');
  const tenths = toReliability(cases);
  const plain = toReliability(cases, byPlainRisk);
  const figures = ({ cases: count, forecast, came }: Tenth) =>
    `${String(count).padStart(6)}   ${count > 0 ? `${percent(forecast)}  ${percent(came)}` : ''.padStart(16)}`;
  for (const [at, tenth] of tenths.entries())
    console.log(
      `    ${`${10 * at}-${10 * at + 10} %`.padEnd(22)} ${figures(tenth)}                ${figures(plain[at] ?? tenth)}`,
    );
  const { all, limited } = toWarnedShares(cases);
  console.log(`    warned by signs: ${percent(limited)} of the devices (without the limit ${percent(all)})`);
  const isReliable = tenths.every(
    ({ cases: n, forecast, came }) => n < enough || Math.abs(forecast - came) <= goals.off,
  );
  const goal = world === 'blind-sensors' ? goals.bestBlind : goals.best;
  return best.right >= goal * best.listed && isReliable;
}
