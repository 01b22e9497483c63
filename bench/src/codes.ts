// npm run bench:codes -- [codes] [times]: comparison of two tables of codes (CH-04, goal 100 ms for 5,000),
// and the changes of 90 tables, each against the bare loop over the same values.

import { toCodeSpans } from '@platen/diagnosis/code-history/code-spans';
import { compareSides } from '@platen/diagnosis/code-history/compare-sides';
import { type ModelValues, noModelValues } from '@platen/diagnosis/code-history/model-values';
import { readArguments, whole } from './lib/arguments.ts';

const [codes, times] = readArguments('codes', whole('codes', 5000), whole('times', 30));
const days = 90;
const adjustingShare = 100;

const nameOf = (n: number) => `${n % 2 === 0 ? '05' : '08'}-${1000 + Math.floor(n / 4)}-${n % 4}`;
/** The table of a day: one code in a hundred has another value each day. */
const tableOf = (day: number) =>
  new Map(
    Array.from({ length: codes }, (_, n) => [nameOf(n), String(n % adjustingShare === 0 ? day : n % 200)] as const),
  );
const usual = Object.fromEntries(
  Array.from({ length: codes }, (_, n) => [nameOf(n).slice(3).replace('-', '.'), ['128', null] as const]),
);
const values: ModelValues = { '05': { ...noModelValues['05'], usual }, '08': { ...noModelValues['08'], usual } };

/** Median and longest time of some runs, in milliseconds. */
function measure(work: () => void): { median: number; longest: number } {
  work();
  const taken = Array.from({ length: times }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return { median: taken[Math.floor(times / 2)] ?? 0, longest: taken.at(-1) ?? 0 };
}

function bareLoop(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): number {
  let differing = 0;
  for (const [code, value] of left) if (right.get(code) !== value) differing++;
  return differing;
}

const [left, right] = [tableOf(1), tableOf(2)];
const tables = Array.from({ length: days }, (_, day) => tableOf(day));
const readings = tables.map((table, day) => ({ at: day * 86_400_000, digest: String(day), codes: table }));
const pieces = [
  ['two tables compared', () => void compareSides(left, right, values), () => void bareLoop(left, right)],
  [
    `changes of ${days} tables`,
    () => void toCodeSpans(readings),
    () => tables.forEach((table, day) => void bareLoop(tables[day - 1] ?? table, table)),
  ],
] as const;
for (const [name, work, bare] of pieces) {
  const [own, loop] = [measure(work), measure(bare)];
  const ratio = own.median / loop.median;
  console.log(
    `${name}, ${codes} codes: median ${own.median.toFixed(1)} ms, longest ${own.longest.toFixed(1)} ms, ` +
      `${ratio.toFixed(1)} times the bare loop`,
  );
}
