import { loadedOn } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import { type ChanceCase, type PartCases, type RangeCase, together, toRangeCases } from './range-cases.ts';
import { coverageDoubt } from './range-doubt.ts';
import { holdsPromise, isOfRow, promised, type RangeRow, toRangeTable } from './range-table.ts';

/**
 * Dates are looked at every four weeks, of weeks between most say the same again; models are learned every
 * eight.
 */
const step = 28;
const refit = 56;

/** Every date and chance that was given of the fleet, every four weeks after the training. */
export function collectRangeCases(plan: FleetPlan, progress: (share: number) => void): PartCases {
  const fleet = simulateFleet(plan, (share) => progress(0.5 * share));
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.5 + 0.3 * share));
  const cases: PartCases[] = [];
  for (const [index, { history, truth }] of fleet.entries()) {
    progress(0.8 + (0.2 * index) / plan.devices);
    for (let day = firstJudged(plan); day <= plan.end; day += step) {
      const known = loadedOn(history, day, plan.readings);
      const at = { day, known: plan.end + plan.ahead };
      const { dates, chances } = toRangeCases(known, truth, at, findModel(history.family, day));
      cases.push({ dates: dates.map((one) => ({ ...one, device: `${plan.seed} ${index}` })), chances });
    }
  }
  return together(cases);
}

/**
 * Prints the reliability table; true when every row with enough cases holds what an 80 % range promises,
 * undefined without such a row.
 */
export function printRangeTable({ dates: cases, chances }: PartCases): boolean | undefined {
  const rows = toRangeTable(cases);
  console.log(
    '  80 % ranges by predicted days: dates with a known end; of these and of those replaced before (unknown) covered, truth before the lower and after the upper end; medians of width, error and lateness in days; between which shares the coverage of fleets drawn from these devices lies',
  );
  console.log('    kind           span      dates  covered   before    after   width   error    late  unknown');
  for (const row of rows)
    console.log(`    ${toLine(row)}${row.span === 'all' ? toDoubt(cases.filter(isOfRow(row))) : ''}`);
  const judged = rows.filter((row) => row.kind !== 'parts' && holdsPromise(row) !== undefined);
  const held = judged.filter((row) => holdsPromise(row) === true);
  const percent = (share: number) => `${Math.round(100 * share)}`;
  console.log(
    `    ${held.length} of ${judged.length} rows with ${promised.cases} dates and more hold ${percent(promised.least)} to ${percent(promised.most)} % covered` +
      ` and ${percent(promised.leastTail)} to ${percent(promised.mostTail)} % in each tail`,
  );
  printChances(chances);
  return judged.length === 0 ? undefined : held.length === judged.length;
}

/** Bounds between which chances are counted together. */
const heights = [0, 0.03, 0.1, 0.2, 0.3, 1] as const;

function printChances(chances: readonly ChanceCase[]): void {
  console.log('    chance of a part to fail within 28 days: looks, forecast, came');
  for (const [at, upTo] of heights.entries()) {
    const above = heights[at - 1];
    if (above === undefined) continue;
    const own = chances.filter(({ chance }) => chance <= upTo && (chance > above || above === 0));
    const percent = (part: number) =>
      (own.length === 0 ? '-' : `${((100 * part) / own.length).toFixed(1)} %`).padStart(8);
    const name = `${(100 * above).toFixed(0)}-${(100 * upTo).toFixed(0)} %`;
    const [forecast, came] = [own.reduce((sum, { chance }) => sum + chance, 0), own.filter((one) => one.came).length];
    console.log(`    ${name.padEnd(22)} ${String(own.length).padStart(7)} ${percent(forecast)} ${percent(came)}`);
  }
}

/** How far the coverage would be another one with other devices of the same kind. */
function toDoubt(cases: readonly RangeCase[]): string {
  const doubt = coverageDoubt(cases);
  return doubt === undefined ? '' : `  covered ${doubt.map((share) => (100 * share).toFixed(0)).join(' to ')} %`;
}

function toLine(row: RangeRow): string {
  const share = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(8);
  const days = (value: number) => value.toFixed(0).padStart(7);
  const isHeld = holdsPromise(row);
  return (
    `${(row.span === 'all' ? row.kind : '').padEnd(14)} ${row.span.padEnd(7)} ${String(row.cases).padStart(7)} ` +
    `${share(row.covered)} ${share(row.before)} ${share(row.after)} ${days(row.width)} ${days(row.error)} ${days(row.late)} ` +
    `${String(row.unknown).padStart(8)}${isHeld === false ? '  x' : ''}`
  );
}
