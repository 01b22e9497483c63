import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLives } from '../components/part-life/part-lives.ts';
import type { DeviceHistory, ReportedReplacement } from './day-reading.ts';
import { findReplacements } from './replacements.ts';

/** Keys with one value a day, from day 0; undefined: not reported. */
function toHistory(
  columns: Record<string, readonly (number | undefined)[]>,
  replacements: readonly ReportedReplacement[] = [],
): DeviceHistory {
  const length = Math.max(0, ...Object.values(columns).map((column) => column.length));
  const days = Array.from({ length }, (_, day) => ({
    day,
    values: new Map(
      Object.entries(columns).flatMap(([key, column]) => {
        const value = column[day];
        return value === undefined ? [] : [[key, value] as const];
      }),
    ),
  })).filter(({ values }) => values.size > 0);
  return { family: null, model: null, firmware: null, days, errors: [], replacements };
}
const items = (history: DeviceHistory) =>
  findReplacements(history).map(({ item, day, origin }) => `${day} ${item} ${origin}`);

describe('replacements of cartridges and parts', () => {
  it('a level that rises clearly is a new cartridge, with the counter and the pixel count of the one that ended', () => {
    const history = toHistory({
      'toner.cyan': [6, 4, 100, 99],
      'sensor.pixelCount.cyan': [5.1, 5.2, 7, 6.5],
      'pages.total': [1000, 1100, 1200, 1300],
    });
    expect(findReplacements(history)).toEqual([
      { item: 'toner.cyan', day: 2, origin: 'seen', counter: 1200, averagePixelCount: 5.2 },
    ]);
  });

  it('a level that trembles or was misread once is no new cartridge', () => {
    expect(items(toHistory({ 'toner.black': [50, 51, 50, 52, 49] }))).toEqual([]);
    expect(items(toHistory({ 'toner.black': [50, 0, 50, 49] }))).toEqual([]);
    expect(items(toHistory({ 'toner.black': [50, 100, 50, 49] }))).toEqual([]);
  });

  it('a coarse level shows only a full jump', () => {
    const coarse = [1, 1, 1, 1];
    expect(items(toHistory({ 'toner.black': [75, 50, 75, 50], 'coarse.black': coarse }))).toEqual([]);
    expect(items(toHistory({ 'toner.black': [50, 25, 100, 100], 'coarse.black': coarse }))).toEqual([
      '2 toner.black seen',
    ]);
  });

  it('part counters that start again while the total goes on are one new part', () => {
    const part = {
      'part.6250.pages': [60_000, 60_200, 150, 300],
      'part.6250.rotations': [300_000, 301_000, 700, 1500],
      'part.6342.pages': [20_000, 20_200, 20_400, 20_600],
    };
    expect(items(toHistory({ ...part, 'pages.total': [90_000, 90_200, 90_400, 90_600] }))).toEqual([
      '2 part.6250 seen',
    ]);
  });

  it('where all counters fall at once the memory was cleared, and nothing was replaced', () => {
    const cleared = { 'part.6250.pages': [60_000, 150], 'part.6342.life': [70, 0], 'pages.total': [90_000, 150] };
    expect(items(toHistory(cleared))).toEqual([]);
  });

  it('FS-18: a counter that falls is a new part exactly where its life begins again; else it was set back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.integer({ min: 100, max: 100_000 }),
        (share, old) => {
          const after = Math.floor(share * old);
          const history = toHistory({
            'part.6250.pages': [old - 50, old, after, after + 40],
            'pages.total': [90_000, 90_050, 90_090, 90_130],
          });
          const lives = toLives(history, '6250', 'pages');
          expect(items(history)).toEqual(lives.slice(1).map(({ since }) => `${since} part.6250 seen`));
          expect(lives).toHaveLength(share < 0.29 ? 2 : share > 0.31 ? 1 : lives.length);
        },
      ),
    );
  });

  it('PM-02 FS-16: a reported replacement takes precedence over the one seen after weeks without a report', () => {
    const silent = Array.from({ length: 12 }, () => undefined);
    const columns = {
      'part.6451.pages': [60_000, 60_200, ...silent, 9000, 9200],
      'pages.total': [90_000, 90_200, ...silent, 99_200, 99_400],
    };
    expect(items(toHistory(columns))).toEqual(['14 part.6451 seen']);
    expect(items(toHistory(columns, [{ item: 'part.6451', day: 3 }]))).toEqual(['3 part.6451 reported']);
    // One before the last reading of the old piece belongs to that piece.
    expect(items(toHistory(columns, [{ item: 'part.6451', day: 1 }]))).toEqual([
      '1 part.6451 reported',
      '14 part.6451 seen',
    ]);
  });

  it('a replacement reported within three days of the seen one is the same; the reported one stays', () => {
    const columns = { 'toner.black': [3, 2, 100, 99, 98, 97, 96, 95, 94] };
    expect(items(toHistory(columns, [{ item: 'toner.black', day: 4 }]))).toEqual(['4 toner.black reported']);
    expect(items(toHistory(columns, [{ item: 'toner.black', day: 8 }]))).toEqual([
      '2 toner.black seen',
      '8 toner.black reported',
    ]);
    expect(items(toHistory(columns, [{ item: 'toner.cyan', day: 2 }]))).toEqual([
      '2 toner.black seen',
      '2 toner.cyan reported',
    ]);
  });

  it('a pixel count from before the last replacement is not that of the cartridge that ended', () => {
    const history = toHistory({
      'toner.black': [2, 100, 80, 40, 20, 5, 100],
      'sensor.pixelCount.black': [6, undefined, undefined, undefined, undefined, undefined, 5],
    });
    expect(findReplacements(history).map((one) => one.averagePixelCount)).toEqual([6, null]);
  });

  it('whatever comes in: one an item and day, ascending, never within three days of each other', () => {
    const column = fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), { maxLength: 30 });
    const replacements = fc.array(
      fc.record({ item: fc.constantFrom('toner.black', 'part.6250', 'odd'), day: fc.integer({ min: 0, max: 30 }) }),
    );
    fc.assert(
      fc.property(column, column, column, replacements, (level, pages, total, events) => {
        const found = findReplacements(
          toHistory({ 'toner.black': level, 'part.6250.pages': pages, 'pages.total': total }, events),
        );
        for (const [at, one] of found.entries()) {
          expect(found[at - 1]?.day ?? 0).toBeLessThanOrEqual(one.day);
          expect(found.filter(({ item, day }) => item === one.item && Math.abs(day - one.day) <= 3)).toEqual([one]);
          expect(['toner.black', 'part.6250']).toContain(one.item);
        }
      }),
    );
  });
});
