import type { Day, DeviceHistory, FoundGood, ReportedReplacement } from '@platen/diagnosis/history/day-reading';
import { Random } from '@platen/simulator/fleet/random';
import type { SimulatedPast } from './fleet-histories.ts';
import { isPredicted } from './fleet-score.ts';

/** How often a replacement is recorded, and how often somebody who is there looks at another part. */
const recorded = 0.95;
const lookedAt = 0.5;
/** Days within which a recorded replacement is the reported one (VR-04). */
const sameWithin = 3;

/**
 * What people would have recorded of a simulated device (VE-09): replacements, whatever the device reports of
 * them, and, on the same visits, other parts that they looked at and that had not failed.
 */
export function withRecords({ history, truth }: SimulatedPast, seed: string, index: number): DeviceHistory {
  const random = new Random(seed, 'records of visits', index);
  const parts = truth.flatMap((event) => (event.kind === 'part' && isPredicted(event.part) ? [event] : []));
  const replacements: ReportedReplacement[] = [...history.replacements];
  const foundGood: FoundGood[] = [];
  const visits = new Set(parts.flatMap(({ replaced }) => replaced ?? []));
  for (const day of [...visits].toSorted((a, b) => a - b))
    for (const { part, installed, failed, replaced } of parts) {
      const item = `part.${part}`;
      if (replaced === day) {
        if (random.is(recorded) && !history.replacements.some((one) => isSame(one, item, day)))
          replacements.push({ item, day, isRecorded: true });
      } else if (installed < day && (replaced ?? Infinity) > day && (failed ?? Infinity) > day && random.is(lookedAt))
        foundGood.push({ item, day });
    }
  return { ...history, replacements: replacements.toSorted((a, b) => a.day - b.day), foundGood };
}

const isSame = (one: ReportedReplacement, item: string, day: Day): boolean =>
  one.item === item && Math.abs(one.day - day) <= sameWithin;
