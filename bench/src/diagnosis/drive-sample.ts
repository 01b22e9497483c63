import { featureCount, toFeatures, toRiseDays } from '@platen/diagnosis/components/storage/drive-features';
import type { Sample } from './boosting.ts';
import type { Drive } from './drive-data.ts';

const grid = 30;
/** Every sixth healthy point is learned from, with six times the weight. */
const thin = 6;
/** No model of drive counts for more failures than this. */
const modelCap = 200;

/**
 * Days of [from, to) at which a drive is looked at: where its counts change, multiples of `step`, and `from`;
 * with the days each represents.
 */
export function eachPoint(
  { states, end }: Drive,
  from: number,
  to: number,
  step: number,
  look: (at: number, day: number, days: number) => void,
): void {
  for (const [at, state] of states.entries()) {
    const until = Math.min(states[at + 1]?.from ?? end, end, to);
    let day = Math.max(state.from, from);
    while (day < until) {
      const next = Math.min(until, (Math.floor(day / step) + 1) * step);
      look(at, day, next - day);
      day = next;
    }
  }
}

/**
 * Drive days from [from, cut) with what was known before `cut` of whether the drive failed within `horizon`
 * days; points whose outcome is not known are left out.
 */
export function toSample(drives: readonly Drive[], from: number, cut: number, horizon: number): Sample {
  const failures = new Map<string, number>();
  for (const { model, failDay } of drives)
    if (failDay !== null && failDay <= cut) failures.set(model, (failures.get(model) ?? 0) + 1);
  const points: { drive: Drive; at: number; day: number; rises: (number | null)[] }[] = [];
  const y: number[] = [];
  const weights: number[] = [];
  let healthy = 0;
  for (const drive of drives) {
    if (drive.start >= cut || drive.end <= from) continue;
    const rises = toRiseDays(drive.states);
    const failDay = drive.failDay !== null && drive.failDay <= cut ? drive.failDay : null;
    const seen = failDay ?? Math.min(drive.end, cut);
    const share = Math.min(1, modelCap / (failures.get(drive.model) ?? 1));
    eachPoint(drive, from, cut, grid, (at, day, days) => {
      const fails = failDay !== null && failDay - day <= horizon;
      if (!fails && failDay === null && day + horizon > seen) return;
      if (!fails && healthy++ % thin !== 0) return;
      points.push({ drive, at, day, rises });
      y.push(fails ? 1 : 0);
      weights.push(share * Math.sqrt(days / grid) * (fails ? 1 : thin));
    });
  }
  const x = new Float32Array(points.length * featureCount);
  for (const [i, { drive, at, day, rises }] of points.entries())
    toFeatures(drive.states, rises, at, day, x, i * featureCount);
  return { features: featureCount, x, y, weights };
}
