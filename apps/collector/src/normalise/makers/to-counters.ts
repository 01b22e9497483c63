import type { DeviceReport } from '@platen/contract/report';
import { toEvidence } from '../evidence.ts';
import type { Claim } from './claims.ts';

type Counters = NonNullable<DeviceReport['counters']>;
type ByFunction = NonNullable<Counters['byFunction']>[number];
type Reading = ByFunction['reading'];

/** Counters named for what they count; of several claims to one counter in one unit the first stands. Undefined when there is none. */
export function toCounters(claims: readonly Claim[]): Counters | undefined {
  const counters: Counters = {};
  const byFunction = new Map<string, ByFunction>();
  for (const { means, object, also, value, unit } of claims) {
    if (value === undefined || !Number.isSafeInteger(value)) continue;
    const reading: Reading = { state: 'measured', value, evidence: toEvidence(object, 'makersObject', also) };
    if (means.is === 'counter') counters[means.of] ??= { unit, reading };
    if (means.is !== 'byFunction') continue;
    const key = `${means.of.function} ${means.of.color} ${means.of.size} ${unit}`;
    if (!byFunction.has(key)) byFunction.set(key, { ...means.of, unit, reading });
  }
  if (byFunction.size > 0) counters.byFunction = [...byFunction.values()];
  return Object.keys(counters).length > 0 ? counters : undefined;
}
