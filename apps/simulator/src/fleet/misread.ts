import type { Draft, Part } from './component.ts';
import type { Random } from './random.ts';

type Count = Part['pages'];

/** In a share of the reports the counters of all parts read nothing, or half of what they should. */
export function misread(draft: Draft, random: Random, share: number): void {
  if (share === 0 || !random.is(share)) return;
  const factor = random.pick([0, 0.5]);
  const spoil = (count: Count): Count =>
    count?.state === 'measured' ? { state: 'measured', value: Math.floor(count.value * factor) } : count;
  for (const [place, part] of draft.parts.entries()) {
    const { pages, driveHours, rotations } = part;
    draft.parts[place] = {
      ...part,
      ...(pages && { pages: spoil(pages) }),
      ...(driveHours && { driveHours: spoil(driveHours) }),
      ...(rotations && { rotations: spoil(rotations) }),
    };
  }
}
