import type { WorldName } from '@platen/simulator/fleet/worlds';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { alarmedItems, toAlarms } from './fleet-alarms.ts';
import { isPreventive, loadedOn } from './fleet-histories.ts';
import { firstJudged, type FleetPlan, learnModels, simulateFleet } from './fleet-models.ts';
import { isPredicted, type PartScore, scoreParts, sumScores } from './fleet-score.ts';
import { type RangeCase, toRangeCases } from './range-cases.ts';
import { toRangeTable } from './range-table.ts';

/** What the judgements of one fleet were worth. */
export interface WorldScore {
  readonly parts: PartScore;
  readonly cases: readonly RangeCase[];
}

/** Signs are looked at every week, dates every four, as the models are learned. */
const step = 7;
const refit = 28;

/** Judges a fleet once a week: its signs against the failures of parts, and every fourth week its dates. */
export function measureWorld(plan: FleetPlan, progress: (share: number) => void): WorldScore {
  const fleet = simulateFleet(plan, (share) => progress(0.4 * share));
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.4 + 0.2 * share));
  const first = firstJudged(plan);
  const cases: RangeCase[] = [];
  const devices = fleet.map(({ history, truth }, index) => {
    const judged: Parameters<typeof toAlarms>[0][number][] = [];
    for (let day = first; day <= plan.end; day += step) {
      const known = loadedOn(history, day, plan.readings);
      const model = findModel(history.family, day);
      judged.push({ day, items: alarmedItems(judgeDevice(known, { today: day, model, thresholds: [], codes: [] })) });
      if ((day - first) % refit === 0 && !isPreventive(plan.seed, index, plan.world))
        cases.push(...toRangeCases(known, truth, day, model));
    }
    progress(0.6 + (0.4 * (index + 1)) / plan.devices);
    return { alarms: toAlarms(judged), truth };
  });
  const scores = scoreParts(devices, { first, last: plan.end });
  return { parts: sumScores([...scores].flatMap(([part, score]) => (isPredicted(part) ? [score] : []))), cases };
}

/** Below these a world is marked. */
const least = { found: 0.7, right: 0.6 };

/** Prints a row for each world, all seeds together; true when none is marked. */
export function printWorlds(names: readonly WorldName[], measure: (name: WorldName) => readonly WorldScore[]): boolean {
  const rows = names.map((name) => toLine(name, measure(name)));
  console.log(
    '\n  predicted parts by world: found 14 days before failing; right: failed within 90 days of the sign; ahead: and at least 14 days after it;',
  );
  console.log('  share of dates of parts and rollers, and of toner, that lie in their 80 % range');
  console.log('    world             failures   found | signs   right   ahead | dates covered | toner covered');
  for (const row of rows) console.log(`    ${row}`);
  return rows.every((row) => !row.endsWith('x'));
}

function toLine(name: WorldName, scores: readonly WorldScore[]): string {
  const parts = sumScores(scores.map((score) => score.parts));
  const cases = scores.flatMap((score) => score.cases);
  const rows = toRangeTable(cases).filter(({ span }) => span === 'all');
  const covered = (isToner: boolean) => {
    const own = rows.filter(({ kind }) => (kind === 'toner') === isToner);
    const count = own.reduce((sum, row) => sum + row.cases, 0);
    return `${String(count).padStart(5)} ${percent(
      own.reduce((sum, row) => sum + row.covered * row.cases, 0),
      count,
    )}`;
  };
  const right = parts.ahead + parts.late;
  const isLow = parts.found / parts.failures < least.found || right / parts.alarms < least.right;
  return (
    `${name.padEnd(17)} ${String(parts.failures).padStart(8)} ${percent(parts.found, parts.failures)} | ${String(parts.alarms).padStart(5)} ` +
    `${percent(right, parts.alarms)} ${percent(parts.ahead, parts.alarms)} | ${covered(false)} | ${covered(true)}${isLow ? '  x' : ''}`
  );
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`).padStart(7);
