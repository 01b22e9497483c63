import { significant } from '../figures/significant.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import type { StopModel } from './stop-model.ts';
import type { StopCause } from './stop-risk.ts';
import { isNamed } from './unexplained.ts';
import { type Failed, whatFailed } from './what-failed.ts';

/** A cause of a stop as it was forecast: what its chance rests on (`drum`, `drum.found`), and the item. */
export interface ForecastCause {
  readonly group: string;
  readonly item: string;
  /** Within 14 days, 0 to 1, before any correction. */
  readonly chance: number;
}

/** The risk of a device on an earlier day, and what followed; JSON. */
export interface PastRisk {
  readonly day: Day;
  readonly causes: readonly ForecastCause[];
  /** How likely each of the causes was down within the 14 days after; left out while that is not known. */
  readonly came?: readonly number[];
}

/** Days between two looks, on the same days for all devices, and looks that are kept: those of a year. */
const lookEvery = 14;
const most = 26;
/** Smaller chances are not stored: most causes of most devices. */
const least = 0.0005;
/** Days that the chances speak of, and days until what failed in them has been replaced. */
const ahead = 14;
const known = ahead + 28;

/**
 * The looks of a device with that of today, and with what followed on those that are old enough for it.
 * Judging again on the same days changes nothing.
 */
export function toPastRisks(
  before: readonly PastRisk[],
  causes: readonly StopCause[],
  {
    history,
    stops,
    today,
  }: { readonly history: DeviceHistory; readonly stops: StopModel | undefined; readonly today: Day },
): readonly PastRisk[] {
  const period = Math.floor(today / lookEvery);
  const past = before.filter(({ day }) => Math.floor(day / lookEvery) < period);
  const isDue = past.some(({ day, came }) => came === undefined && day + known <= today);
  const failed = isDue ? whatFailed(history, stops) : [];
  const looks = past.map((look) =>
    look.came !== undefined || look.day + known > today ? look : { ...look, came: cameOf(look, failed) },
  );
  const own = before.find(({ day }) => Math.floor(day / lookEvery) === period) ?? {
    day: today,
    causes: causes.flatMap(({ group, item, risk: [, chance] }) =>
      chance < least ? [] : [{ group, item, chance: significant(chance) }],
    ),
  };
  return [...looks, own].slice(-most);
}

function cameOf({ day, causes }: PastRisk, failed: readonly Failed[]): readonly number[] {
  const within = failed.filter(({ from, until }) => from <= day + ahead && until > day);
  const chances = new Map<string, number>();
  for (const { item, chance } of within) chances.set(item, Math.max(chances.get(item) ?? 0, significant(chance)));
  const named = new Set(causes.filter(isNamed).map(({ item }) => item));
  // A service call says that something has failed, and not what.
  const others = 1 - [...chances].reduce((none, [item, chance]) => (named.has(item) ? none : none * (1 - chance)), 1);
  return causes.map((cause) => (isNamed(cause) ? (chances.get(cause.item) ?? 0) : significant(others)));
}
