import type { Day } from '@platen/diagnosis/history/day-reading';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { JudgeContext } from '@platen/diagnosis/judge/models';
import { alarmedItems } from './fleet-alarms.ts';
import { loadedOn } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import { type Release, toReleases } from './sign-releases.ts';

const refit = 28;

export interface DailySigns {
  readonly deviceYears: number;
  readonly openings: number;
  readonly releases: readonly Release[];
}

/**
 * Judges a simulated fleet on every day after the training, as a server does, and says how often signs began
 * and were released.
 */
export function collectDailySigns(plan: FleetPlan, progress: (share: number) => void): DailySigns {
  const fleet = simulateFleet(plan, (share) => progress(0.2 * share));
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.2 + 0.1 * share));
  let [days, openings] = [0, 0];
  const releases: Release[] = [];
  for (const [index, { history, truth }] of fleet.entries()) {
    const judged: { day: Day; items: ReadonlySet<string> }[] = [];
    let last: Pick<JudgeContext, 'opened' | 'pastRisks'> = {};
    for (let day = firstJudged(plan); day <= plan.end; day++) {
      const known = loadedOn(history, day, plan.readings);
      const model = findModel(history.family, day);
      const judgement = judgeDevice(known, { today: day, model, thresholds: [], codes: [], ...last });
      last = { opened: judgement.opened, pastRisks: judgement.pastRisks };
      judged.push({ day, items: alarmedItems(judgement) });
    }
    const found = toReleases(judged, truth);
    days += judged.length;
    openings += found.openings;
    releases.push(...found.releases);
    progress(0.3 + (0.7 * (index + 1)) / plan.devices);
  }
  return { deviceYears: days / 365, openings, releases };
}

/** Releases a device-year without a replacement or repair, at most. */
const target = 0.5;

/** Prints how often signs blink; true when they do so seldom enough. */
export function printDailySigns({ deviceYears, openings, releases }: DailySigns): boolean {
  const perYear = (count: number) => (count / deviceYears).toFixed(2);
  const byNoise = releases.filter(({ explained }) => explained === null);
  const late = releases.filter(({ explained }) => explained === 'late');
  const soon = byNoise.filter(({ days }) => days <= 14);
  console.log(
    `  signs at the next visit or now, judged daily over ${deviceYears.toFixed(1)} device-years; a device-year: ${perYear(openings)} began, ${perYear(releases.length)} released`,
  );
  console.log(
    `  released without a replacement or repair: ${perYear(byNoise.length)} a device-year (at most ${target}), ${perYear(soon.length)} within 14 days of their beginning`,
  );
  console.log(`  released more than a week after a repair made while the sign was on: ${perYear(late.length)}`);
  const kinds = new Set(byNoise.map(({ item }) => item.replace(/\..*$/, '')));
  for (const kind of kinds)
    console.log(`    ${kind.padEnd(10)} ${perYear(byNoise.filter(({ item }) => item.startsWith(`${kind}.`)).length)}`);
  return byNoise.length / deviceYears <= target;
}
