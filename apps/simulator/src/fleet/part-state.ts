import { type Draft, measured, type Part, round } from './component.ts';
import { allColors, type Color, type DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { DayUse } from './usage.ts';
import type { WornPart } from './worn-part.ts';

/** Share of the mean life that a maker names as the life of a part. */
export const namedShare = 0.82;
export const colorIndex = (color: Color) => allColors.indexOf(color);
export const pagesOf = (color: Color, { pages, color: colored }: DayUse) => (color === 'black' ? pages : colored);

/** How far the sensor of one machine is from those of its family, for good. */
export const toOffset = (spec: DeviceSpec, name: string, spread: number) =>
  spread * new Random(spec.seed, spec.index, 'offset', name).normal();

/** Hours that rollers turn for a number of pages, run up and down included. */
export function toHours({ physics, pagesPerJob }: DeviceSpec, pages: number): number {
  return ((pages / physics.pagesPerMinute) * (1 + 3 / pagesPerJob)) / 60;
}

const toNamedPages = ({ physics, pagesPerJob }: DeviceSpec, hours: number): number =>
  Math.round((hours * 60 * physics.pagesPerMinute) / (1 + 3 / pagesPerJob) / 1000) * 1000;

/** The entry of a part that wears by the hours it turns. */
export function toDrivenPart(spec: DeviceSpec, part: WornPart): Part {
  return {
    ...part.toPart(),
    driveHours: measured(round(part.counted.used, 2)),
    lifePages: measured(toNamedPages(spec, part.plan.nominal)),
  };
}

export function showFailure(draft: Draft, part: WornPart, after = 0): void {
  if (!part.isLogged || part.failed === null || part.plan.failure === undefined || part.failedFor < after) return;
  draft.panel.push(part.plan.failure);
  draft.states.add('serviceRequested');
}
