import { judgeDeveloper } from '@platen/diagnosis/components/developer';
import { judgeDrums } from '@platen/diagnosis/components/drum';
import { judgeFuser } from '@platen/diagnosis/components/fuser';
import { judgeSecondTransfer } from '@platen/diagnosis/components/second-transfer';
import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import type { FamilyModel } from '@platen/diagnosis/judge/models';
import type { WorldName } from '@platen/simulator/fleet/worlds';
import { itemsOf, toAlarms } from './fleet-alarms.ts';
import { loadedOn } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import { isPredicted, type PartScore, scoreParts, sumScores } from './fleet-score.ts';
import { summariseParts } from './part-summaries.ts';
import { lifeCases, type PartCases, together } from './range-cases.ts';
import { toRangeTable } from './range-table.ts';
import { printRangeTable } from './ranges.ts';
import { withRecords } from './visit-records.ts';

/** What the judgements of one fleet were worth. */
export interface WorldScore {
  /** By part code, of the parts whose failure is predicted. */
  readonly parts: ReadonlyMap<string, PartScore>;
  readonly cases: PartCases;
}

/** Signs are looked at every week, dates every eight, as the models are learned. */
const step = 7;
const refit = 56;

/**
 * Judges the predicted parts of a fleet once a week: their signs against their failures, and every eighth
 * week their dates. `known`: what devices report alone, or also what people record on visits (VE-09). Nothing
 * else of a device is summarised and judged, which takes a third of the time.
 */
export function measureWorld(
  plan: FleetPlan,
  progress: (share: number) => void,
  known: 'reported' | 'recorded' = 'reported',
): WorldScore {
  const fleet = simulateFleet(plan, (share) => progress(0.4 * share)).map((past, index) =>
    known === 'reported' ? past : { ...past, history: withRecords(past, plan.seed, index) },
  );
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.4 + 0.2 * share), summariseParts);
  const first = firstJudged(plan);
  const cases: PartCases[] = [];
  const devices = fleet.map(({ history, truth }, index) => {
    const judged: Parameters<typeof toAlarms>[0][number][] = [];
    for (let day = first; day <= plan.end; day += step) {
      const loaded = loadedOn(history, day, plan.readings);
      const model = findModel(history.family, day);
      judged.push({ day, items: alarmedParts(loaded, day, model) });
      if ((day - first) % refit === 0)
        cases.push(lifeCases(loaded, truth, { day, known: plan.end + plan.ahead }, model));
    }
    progress(0.6 + (0.4 * (index + 1)) / plan.devices);
    return { alarms: toAlarms(judged), truth };
  });
  const scores = scoreParts(devices, { first, last: plan.end, known: plan.end + plan.ahead });
  return { parts: new Map([...scores].filter(([part]) => isPredicted(part))), cases: together(cases) };
}

function alarmedParts(history: DeviceHistory, today: Day, model: FamilyModel | undefined): Set<string> {
  const known = { today, years: model?.usage?.years };
  const { answer: developers } = judgeDeveloper(history, { ...known, model: model?.developer });
  return itemsOf([
    ...judgeDrums(history, { ...known, model: model?.drum }).messageIds,
    judgeFuser(history, { ...known, model: model?.fuser }).answer?.messageId,
    judgeSecondTransfer(history, { ...known, model: model?.secondTransfer }).answer?.messageId,
    ...(developers?.predictionDevelopers ?? []).map(({ messageId }) => messageId),
  ]);
}

/** Below these a world is marked. */
const least = { found: 0.7, right: 0.6 };

/**
 * Prints a row for each world, all seeds together, as soon as it is measured, and what all of them say of
 * each kind of part and of the ranges; true when no world is marked.
 */
export function printWorlds(names: readonly WorldName[], measure: (name: WorldName) => readonly WorldScore[]): boolean {
  console.log(
    '\n  predicted parts by world: found 14 days before failing; right: failed within 90 days of the sign; ahead: and at least 14 days after it;',
  );
  console.log('  share of dates of parts that lie in their 80 % range');
  console.log('    world             failures  sudden   found | signs   right   ahead | dates covered');
  const all: WorldScore[] = [];
  const rows = names.map((name) => {
    const scores = measure(name);
    all.push(...scores);
    const row = toLine(name, scores);
    console.log(`    ${row}`);
    return row;
  });
  if (names.length > 1) console.log(`    ${toLine('all together', all)}`);
  for (const kind of partKinds) console.log(`      ${toKindLine(kind, all)}`);
  printRangeTable(together(all.map(({ cases }) => cases)));
  return rows.every((row) => !row.endsWith('x'));
}

/** Kinds of predicted parts, by the codes that they begin with. */
const partKinds = [
  { name: 'drums', code: '625' },
  { name: 'fuser belts', code: '6342' },
  { name: 'second transfer', code: '6321' },
  { name: 'developers', code: '627' },
] as const;

function toKindLine({ name, code }: (typeof partKinds)[number], scores: readonly WorldScore[]): string {
  const own = scores.flatMap(({ parts }) =>
    [...parts].flatMap(([part, score]) => (part.startsWith(code) ? [score] : [])),
  );
  const { failures, sudden, found, alarms, ahead, late } = sumScores(own);
  return (
    `${name.padEnd(15)} ${String(failures).padStart(8)} ${percent(sudden, failures)} ${percent(found, failures)} | ${String(alarms).padStart(5)} ` +
    `${percent(ahead + late, alarms)} ${percent(ahead, alarms)}`
  );
}

function toLine(name: WorldName | 'all together', scores: readonly WorldScore[]): string {
  const parts = sumScores(scores.flatMap((score) => [...score.parts.values()]));
  const dates = scores.flatMap((score) => score.cases.dates);
  const row = toRangeTable(dates).find(({ kind, span }) => kind === 'parts' && span === 'all');
  const right = parts.ahead + parts.late;
  const isLow = parts.found / parts.failures < least.found || right / parts.alarms < least.right;
  return (
    `${name.padEnd(17)} ${String(parts.failures).padStart(8)} ${percent(parts.sudden, parts.failures)} ${percent(parts.found, parts.failures)} | ${String(parts.alarms).padStart(5)} ` +
    `${percent(right, parts.alarms)} ${percent(parts.ahead, parts.alarms)} | ${String(row?.cases ?? 0).padStart(5)} ${percent(row?.covered ?? 0, row === undefined ? 0 : 1)}${isLow ? '  x' : ''}`
  );
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`).padStart(7);
