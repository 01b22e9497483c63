import { things } from './compare.ts';
import { type Kind, kinds } from './plan.ts';
import type { FaultRun } from './run-faults.ts';

/** Findings and broken promises printed in full; beyond these only their number. */
const shown = 20;

/** How many promises a run showed to be broken. */
export const countBroken = ({ findings, broken }: FaultRun): number => findings.length + broken.length;

/** Prints what a run of faults showed. */
export function printRun(title: string, run: FaultRun): void {
  console.log(`\n${title}`);
  console.log(
    `${''.padEnd(52)} ${'count'.padStart(6)}   ${'ready p50'.padStart(9)} ${'p95'.padStart(7)} ${'max'.padStart(7)}   ${'acknowledged p50'.padStart(16)} ${'max'.padStart(7)}`,
  );
  const used = [...new Set(run.faults.map((fault) => fault.kind))];
  for (const kind of used)
    printTimes(
      kinds[kind],
      run.faults.filter((fault) => fault.kind === kind),
    );
  if (used.length > 1) printTimes('all', run.faults);
  console.log('  ready: from the fault (disk full: from its end) until /readyz answers 200; milliseconds');

  console.log('answers from the fault until the first acknowledgement');
  for (const kind of used) console.log(`  ${kinds[kind].padEnd(50)} ${toCounts(run, kind)}`);

  console.log(
    `reports: ${run.sent} sent, ${run.acknowledged} acknowledged, ${run.stored} stored (of ${run.devices} devices)`,
  );
  for (const problem of ['lost', 'doubled', 'unexplained'] as const) {
    const counts = things.map(
      (thing) => `${run.findings.filter((one) => one.thing === thing && one.problem === problem).length} ${thing}`,
    );
    console.log(`${problem.padEnd(11)} ${counts.join(', ')}`);
  }
  console.log(`broken promises of answers: ${run.broken.length}`);
  const lines = [...run.findings.map(({ thing, problem, where }) => `${problem} ${thing}: ${where}`), ...run.broken];
  for (const line of lines.slice(0, shown)) console.log(`  ${line}`);
  if (lines.length > shown) console.log(`  and ${lines.length - shown} more`);
}

function printTimes(name: string, faults: FaultRun['faults']): void {
  const ready = faults.map((fault) => fault.readyMs).sort((a, b) => a - b);
  const acknowledged = faults.map((fault) => fault.acknowledgedMs).sort((a, b) => a - b);
  const at = (sorted: readonly number[], share: number) =>
    String(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? '').padStart(7);
  console.log(
    `  ${name.padEnd(50)} ${String(faults.length).padStart(6)}   ${at(ready, 0.5).padStart(9)} ${at(ready, 0.95)} ${at(ready, 1)}   ${at(acknowledged, 0.5).padStart(16)} ${at(acknowledged, 1)}`,
  );
}

function toCounts({ answers }: FaultRun, kind: Kind): string {
  const counts = [...(answers.get(kind) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return counts.length === 0 ? 'none' : counts.map(([status, count]) => `${count} × ${status}`).join(', ');
}
