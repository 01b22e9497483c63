import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BreakCause, continueMeter, type StatedCause } from './continue-meter.ts';
import { type MeterReport, toMeterPoints } from './meter-points.ts';
import { pagesBetween } from './read-meter.ts';

const quarter = 6 * 3_600_000;
const firstAt = Date.UTC(2026, 0, 1);

/** What happens to a counter at one of its readings. */
const happening = fc.oneof(
  fc.record({
    kind: fc.constantFrom('boardExchanged' as const, 'memoryCleared' as const, 'counterSet' as const),
    start: fc.nat(40),
  }),
  fc.record({ kind: fc.constant('zeroAlone' as const), readings: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant('healedMisread' as const),
    readings: fc.integer({ min: 1, max: 8 }),
    low: fc.nat(400),
  }),
  fc.record({
    kind: fc.constant('longMisread' as const),
    readings: fc.integer({ min: 11, max: 30 }),
    low: fc.nat(400),
  }),
  fc.record({ kind: fc.constant('printedLeap' as const), pages: fc.integer({ min: 8000, max: 25_000 }) }),
  fc.record({
    kind: fc.constant('misreadLeap' as const),
    readings: fc.integer({ min: 1, max: 8 }),
    over: fc.integer({ min: 60_000, max: 10_000_000 }),
  }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

interface Generated {
  readonly reports: readonly MeterReport[];
  /** What was printed while the total counted it, by reading. */
  readonly printed: readonly number[];
  readonly causes: readonly StatedCause[];
}

/** Readings between two happenings: enough for a forecast, and for misreads to heal. */
const calm = 40;

/**
 * Four readings a day of a counter of 50 to 400 pages a day; something happens after every 10 days. Its color
 * counter goes on through all of it.
 */
function generate(seed: {
  start: number;
  daily: number;
  noise: readonly number[];
  happenings: readonly Happening[];
}): Generated {
  const reports: MeterReport[] = [];
  const printed: number[] = [];
  const causes: StatedCause[] = [];
  let counter = seed.start;
  let truth = 0;
  let color = 500;
  const toAt = () => firstAt + reports.length * quarter;
  const print = () => {
    const pages = Math.round((seed.daily / 4) * (0.7 + 0.6 * (seed.noise[reports.length % seed.noise.length] ?? 0.5)));
    counter += pages;
    truth += pages;
    color += 3;
  };
  const report = (shown = counter) => {
    reports.push({
      at: toAt(),
      values: new Map([
        ['total', shown],
        ['color', color],
      ]),
    });
    printed.push(truth);
  };
  const state = (cause: BreakCause) => causes.push({ from: toAt(), to: toAt(), cause });
  const go = (readings: number, shown?: (index: number) => number) => {
    for (let index = 0; index < readings; index++) {
      print();
      report(shown?.(index));
    }
  };
  go(60);
  for (const one of seed.happenings) {
    if (one.kind === 'zeroAlone') go(one.readings, () => 0);
    else if (one.kind === 'healedMisread') go(one.readings, (index) => 1 + one.low + index);
    else if (one.kind === 'longMisread') {
      state('misread');
      go(one.readings, () => 1 + one.low);
    } else if (one.kind === 'misreadLeap') {
      const over = counter + one.over;
      go(one.readings, (index) => over + index);
    } else if (one.kind === 'printedLeap') {
      state('printed');
      counter += one.pages;
      truth += one.pages;
      report();
    } else {
      // Nothing is printed between the last reading before and the first one after.
      state(one.kind);
      counter = one.start;
      report();
    }
    go(calm);
  }
  return { reports, printed, causes };
}

const seeds = fc.record({
  start: fc.integer({ min: 30_000, max: 500_000 }),
  daily: fc.integer({ min: 50, max: 400 }),
  noise: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 31 }),
  happenings: fc.array(happening, { maxLength: 3 }),
});

const runOf = ({ reports }: Generated, causes: readonly StatedCause[]) =>
  continueMeter(toMeterPoints(reports).get('total') ?? [], { causes });

const runs = 10_000;

describe('generated counters', () => {
  it('FG-14: where each cause is stated or recognised, the use of the whole time is what was printed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const generated = generate(seed);
        const run = runOf(generated, generated.causes);
        const [first, last] = [generated.reports[0], generated.reports.at(-1)];
        expect(pagesBetween(run, first?.at ?? 0, last?.at ?? 0)).toBe(
          (generated.printed.at(-1) ?? 0) - (generated.printed[0] ?? 0),
        );
      }),
      { numRuns: runs },
    );
  }, 600_000);

  it('FG-14 LG-07: without any cause the use is never negative, never falls, and never more than was printed', () => {
    fc.assert(
      fc.property(seeds, fc.nat(), (seed, left) => {
        const generated = generate(seed);
        const causes = generated.causes.filter((_, index) => index % 2 === left % 2);
        const { rows } = runOf(generated, left % 3 === 0 ? [] : causes);
        const isWrong = (row: (typeof rows)[number], index: number) =>
          row.used < (rows[index - 1]?.used ?? 0) ||
          (row.billed !== null && row.used > (generated.printed[index] ?? 0) - (generated.printed[0] ?? 0));
        expect(rows.filter(isWrong)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  }, 600_000);

  it('FG-14 LG-05: late, repeated and shuffled reports give the same meter', () => {
    fc.assert(
      fc.property(
        seeds.chain((seed) => {
          const generated = generate(seed);
          const points = toMeterPoints(generated.reports).get('total') ?? [];
          return fc.record({
            generated: fc.constant(generated),
            shuffled: fc.shuffledSubarray([...points, ...points.slice(0, 20)], {
              minLength: points.length + Math.min(20, points.length),
            }),
          });
        }),
        ({ generated, shuffled }) => {
          const { rows, breaks, epochs } = continueMeter(shuffled, { causes: generated.causes });
          const inOrder = runOf(generated, generated.causes);
          expect({ rows, breaks, epochs }).toEqual({
            rows: inOrder.rows,
            breaks: inOrder.breaks,
            epochs: inOrder.epochs,
          });
        },
      ),
      { numRuns: 300 },
    );
  }, 600_000);
});
