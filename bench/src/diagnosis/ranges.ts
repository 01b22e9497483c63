import { loadedOn } from './fleet-histories.ts';
import { type FleetPlan, firstJudged, learnModels, simulateFleet } from './fleet-models.ts';
import { type RangeCase, toRangeCases } from './range-cases.ts';
import { coverageDoubt } from './range-doubt.ts';
import { holdsPromise, isOfRow, promised, type RangeRow, toRangeTable } from './range-table.ts';

/**
 * Dates are looked at every four weeks, of weeks between most say the same again; models are learned every
 * eight.
 */
const step = 28;
const refit = 56;

/**
 * Every date that was given of the fleet, every four weeks after the training. Parts that are replaced by
 * plan are known to have lasted so long.
 */
export function collectRangeCases(plan: FleetPlan, progress: (share: number) => void): RangeCase[] {
  const fleet = simulateFleet(plan, (share) => progress(0.5 * share));
  const findModel = learnModels(plan, fleet, refit, (share) => progress(0.5 + 0.3 * share));
  const cases: RangeCase[] = [];
  for (const [index, { history, truth }] of fleet.entries()) {
    progress(0.8 + (0.2 * index) / plan.devices);
    for (let day = firstJudged(plan); day <= plan.end; day += step) {
      const known = loadedOn(history, day, plan.readings);
      const at = { day, known: plan.end + plan.ahead };
      const own = toRangeCases(known, truth, at, findModel(history.family, day));
      cases.push(...own.map((one) => ({ ...one, device: `${plan.seed} ${index}` })));
    }
  }
  return cases;
}

/**
 * Prints the reliability table; true when every row with enough cases holds what an 80 % range promises,
 * undefined without such a row.
 */
export function printRangeTable(cases: readonly RangeCase[]): boolean | undefined {
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
  return judged.length === 0 ? undefined : held.length === judged.length;
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
