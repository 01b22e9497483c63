import { type DatedPart, datedParts } from '../components/dated-parts.ts';
import { learnRange, type PastOfKind, placesOfAll, toPastOfKind } from '../components/part-life/learned-range.ts';
import type { LifeModel, LifeSummary } from '../components/part-life/life-model.ts';
import type { DatedKind } from '../components/part-life/range-factors.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitAll, type Models, summariseAll } from './components.ts';
import { toKnownHistory } from './known-history.ts';
import type { DeviceSummary, FamilyModel } from './models.ts';

/** What this device adds to the model of its family; small, JSON. The order of its days does not matter. */
export function summariseDevice(given: DeviceHistory): DeviceSummary {
  const last = given.days.reduce((latest, { day }) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  if (last === Number.NEGATIVE_INFINITY) return { family: given.family };
  const history = toKnownHistory(given, last);
  return { family: history.family, ...summariseAll(history, last) };
}

/**
 * Learns from the devices of one family; a small family is shrunk towards `common`, the model of all devices
 * (undefined: this is that model). The order of the summaries does not matter.
 */
export function fitFamily(summaries: readonly DeviceSummary[], common: FamilyModel | undefined): FamilyModel {
  const models = fitAll(summaries, common);
  const devices = summaries.length;
  if (common !== undefined) return { devices, ...models };
  return { devices, ...models, ...withRanges(models, summaries) };
}

/** Ranges are learned from all families together, and of all kinds of part: one alone has too few pieces. */
function withRanges(models: Models, summaries: readonly DeviceSummary[]): Partial<Record<LivedKey, LifeModel>> {
  const pasts = eachLived((key, dated): PastOfKind | undefined => {
    const model = models[key];
    return model && toPastOfKind(livesByFamily(summaries, key), model, dated);
  });
  const ofAll = placesOfAll(Object.values(pasts));
  return eachLived((key): LifeModel | undefined => {
    const [model, past] = [models[key], pasts[key]];
    return model && past && { ...model, learned: learnRange(past, ofAll) };
  });
}

type LivedKey = DatedPart['model'];

/** How the parts of a model are dated. */
const livedKinds: ReadonlyMap<LivedKey, DatedKind> = new Map(
  [...datedParts.values()].map(({ model, kind }) => [model, kind.dated]),
);

function eachLived<T>(make: (key: LivedKey, dated: DatedKind) => T | undefined): Partial<Record<LivedKey, T>> {
  const made: Partial<Record<LivedKey, T>> = {};
  for (const [key, dated] of livedKinds) {
    const one = make(key, dated);
    if (one !== undefined) made[key] = one;
  }
  return made;
}

function livesByFamily(summaries: readonly DeviceSummary[], key: LivedKey): readonly (readonly LifeSummary[])[] {
  const families = new Map<string | null, LifeSummary[]>();
  for (const summary of summaries) {
    const own = families.get(summary.family) ?? [];
    families.set(summary.family, own);
    own.push(...(summary[key]?.lives ?? []));
  }
  return [...families].toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1)).map(([, lives]) => lives);
}
