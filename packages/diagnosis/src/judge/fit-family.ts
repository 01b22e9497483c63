import { learnRange } from '../components/part-life/learned-range.ts';
import type { LifeModel, LifeSummary } from '../components/part-life/life-model.ts';
import type { DatedKind } from '../components/part-life/range-factors.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitAll, summariseAll } from './components.ts';
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
  // Ranges are learned from all families together: one alone has too few pieces.
  const learn = (key: LivedKey): LifeModel | undefined => {
    const model = models[key];
    return model && { ...model, learned: learnRange(livesByFamily(summaries, key), model, livedKinds[key]) };
  };
  return { devices, ...models, ...eachLived(learn) };
}

/** Kinds of part with a life, by their key in a summary, as they are dated. */
const livedKinds = {
  fuser: 'fuserBelt',
  drum: 'drum',
  secondTransfer: 'secondTransfer',
  developer: 'developer',
} as const satisfies Partial<Record<keyof DeviceSummary, DatedKind>>;

type LivedKey = keyof typeof livedKinds;

function eachLived(make: (key: LivedKey) => LifeModel | undefined): Partial<Record<LivedKey, LifeModel>> {
  const made: Partial<Record<LivedKey, LifeModel>> = {};
  for (const key of ['fuser', 'drum', 'secondTransfer', 'developer'] as const) {
    const model = make(key);
    if (model !== undefined) made[key] = model;
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
