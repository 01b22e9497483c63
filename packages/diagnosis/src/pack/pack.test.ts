import type { VisitEffect } from '@platen/contract/visit-effects';
import type { PackBody, PackDevice } from '@platen/contract/visit-pack';
import { mostPackBytes } from '@platen/contract/visit-pack-names';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condition, dayMs, id, nothing, now, today } from '../../test/pack-facts.ts';
import type { DeviceHistory, ErrorEvent } from '../history/day-reading.ts';
import type { DeviceJudgement } from '../judge/judgement.ts';
import { toBring } from './bring.ts';
import { toCounterRows } from './counters-since.ts';
import { toErrorsSince } from './errors-since.ts';
import { countFed, toFeedRates, toUsualRates } from './feed-rates.ts';
import { freshKeys } from './fresh.ts';
import { toForecast, toLookouts } from './lookout.ts';
import { toTasks } from './tasks.ts';

const error = (code: string, day: number, more: Partial<ErrorEvent> = {}): ErrorEvent => ({
  at: day * dayMs + 1000,
  code,
  category: code.startsWith('C') ? 'serviceCall' : 'jamPrint',
  counter: 1000 + day,
  conditions: { paperSource: '3' },
  ...more,
});
const reportedDays = new Set(Array.from({ length: 40 }, (_, at) => today - at));

describe('what happened since the last visit', () => {
  it('VP-10: groups errors by code with count, first, last, counter and what was set most often', () => {
    const errors = [
      error('E130', today - 3, { conditions: { paperSource: '4' } }),
      error('E130', today - 2),
      error('E130', today),
      error('C447', today - 5),
      error('E010', today - 20),
    ];
    const since = (today - 10) * dayMs;
    const found = toErrorsSince(errors, { since, now, reportedDays });
    expect(found.groups.map(({ code, count }) => [code, count])).toEqual([
      ['C447', 1],
      ['E130', 3],
    ]);
    expect(found.groups[1]).toMatchObject({ counter: 1000 + today, mostly: { paperSource: '3' } });
    expect(found.groups[1]?.days.slice(-4)).toEqual([1, 1, 0, 1]);
    expect(found.newest[0]).toMatchObject({ code: 'E130', paperSource: '3' });
  });

  it('VP-10: 20 groups and 10 errors in full at most, the rest as a count', () => {
    const errors = Array.from({ length: 90 }, (_, at) => error(`E${String(100 + (at % 30))}`, today - (at % 9)));
    const found = toErrorsSince(errors, { since: 0, now, reportedDays });
    expect(found).toMatchObject({ count: 90, groupCount: 30 });
    expect([found.groups.length, found.newest.length]).toEqual([20, 10]);
  });

  it('VP-10: days without a report are marked, so that no bar there is read as no error', () => {
    const found = toErrorsSince([], { since: 0, now, reportedDays: new Set([today]) });
    expect(found.silentDays).toHaveLength(23);
  });
});

/** A device that feeds 100 sheets a day from drawer 1. */
const history = (errors: readonly ErrorEvent[], perDay = 100): DeviceHistory => ({
  family: null,
  model: null,
  firmware: null,
  days: Array.from({ length: 30 }, (_, at) => ({
    day: today - 29 + at,
    values: new Map([
      ['pages.total', 10_000 + perDay * at],
      ['source.CST1', 5000 + perDay * at],
    ]),
  })),
  errors,
  replacements: [],
});

describe('jams per 1,000 feeds', () => {
  it('VP-10 XC-06: divides the jams of a source by its feeds since the last visit, next to the usual of the model', () => {
    const jams = [error('E130', today - 2), error('E130', today - 1), error('E130', today - 20)];
    const fed = countFed(history(jams), today - 10, today);
    expect(toFeedRates(fed, new Map([['CST1', 1.1]]))).toEqual([
      { source: 'CST1', feeds: 1000, jams: 2, perThousand: 2, usual: 1.1 },
    ]);
  });

  it('VP-10: below 500 feeds there is no rate, and a model has none below ten times that', () => {
    const fed = countFed(history([], 10), today - 10, today);
    expect(toFeedRates(fed, new Map())).toMatchObject([{ feeds: 100, perThousand: null, usual: null }]);
    expect([...toUsualRates([fed])]).toEqual([]);
    const many = Array.from({ length: 5 }, () => new Map([['CST1', { feeds: 1000, jams: 3 }]]));
    expect([...toUsualRates(many)]).toEqual([['CST1', 3]]);
  });
});

describe('counters', () => {
  it('VP-12: now, at the last visit and the difference; a counter that fell has none', () => {
    expect(toCounterRows(history([]), today - 10, { total: 12_950 })).toEqual([
      { name: 'total', now: 12_950, atVisit: 11_900, difference: 1050 },
      { name: 'CST1', now: 7900, atVisit: 6900, difference: 1000 },
    ]);
    expect(toCounterRows(history([]), today - 10, { total: 31 })[0]).toMatchObject({
      atVisit: 11_900,
      difference: null,
    });
    expect(toCounterRows(history([]), null)[0]).toMatchObject({ atVisit: null, difference: null });
  });
});

const basis = { rule: 'r', readings: 5, neededReadings: 14, from: null, to: null };
const part = (partsCode: string, lifeNow: number | null, life4Weeks: number | null) => ({
  partsCode,
  lifeNow,
  life4Weeks,
  life1Week: null,
  life2Weeks: null,
  counter: null,
  consumedLife: lifeNow,
  basis,
});
const judgement = {
  toner: {
    magenta: {
      daysLeft: { state: 'judged' as const, value: { value: 4, lower: 2, upper: 6 }, basis },
      averagePixelCount: null,
    },
    black: { daysLeft: { state: 'withheld' as const, basis }, averagePixelCount: null },
    cyan: {
      daysLeft: { state: 'judged' as const, value: { value: 200, lower: 100, upper: 300 }, basis },
      averagePixelCount: null,
    },
  },
  pmParts: { threshold: 100, parts: [part('6342', 112, 120), part('6251', 90, 100), part('6321', null, null)] },
  signs: [],
} satisfies Partial<DeviceJudgement>;

describe('forecast of 8 weeks', () => {
  const lookouts = toLookouts({ judgement, judgedDay: today - 1, today, levels: { magenta: 4 } });

  it('VP-13: each part and colour with its day and range, by the time of the pack', () => {
    expect(toForecast(lookouts).lines.slice(0, 3)).toMatchObject([
      { item: '6342', day: '2026-11-23', percent: 112 },
      { item: 'toner.magenta', day: '2026-11-26', range: { lower: '2026-11-24', upper: '2026-11-28' }, percent: 4 },
      { item: '6251', day: '2026-12-20' },
    ]);
  });

  it('VP-13: what has no figure is named with the reason, and what ends later by its name', () => {
    const { lines, later } = toForecast(lookouts);
    expect(lines.find(({ item }) => item === 'toner.black')).toMatchObject({
      day: null,
      reason: 'tooFewReadings',
      readings: 5,
      needed: 14,
    });
    expect(later).toEqual(['toner.cyan']);
  });
});

const noTasks = { conditions: [], advice: new Map(), proposals: [], firmware: null, firmwareTarget: null, entered: [] };

describe('what to do', () => {
  it('VP-09 CH-12: a line a condition with its advice and rule note, settings to set back, firmware below target', () => {
    const proposals = ['08-2103-0', '08-2104-0'].map((code, at) => ({
      proposalId: id(at),
      listId: id(9),
      code,
      now: '96',
      to: '128',
      why: 'E130 rose',
      by: null,
      at: '',
    }));
    const tasks = toTasks({
      conditions: [condition(1, 'part', 'fuser'), condition(2, 'down', 'C447')],
      advice: new Map([['fuser', '10000003']]),
      proposals,
      firmware: '1610',
      firmwareTarget: '1650',
      entered: ['Look at the paper guide'],
    });
    expect(tasks.map(({ kind, messageId, to }) => [kind, messageId, to])).toEqual([
      ['condition', '10000003', null],
      ['condition', null, null],
      ['task', null, null],
      ['setting', null, '128'],
      ['setting', null, '128'],
      ['firmware', null, '1650'],
    ]);
    // One reason for lines that were proposed together.
    expect(tasks.filter(({ kind }) => kind === 'setting').map(({ text }) => text)).toEqual(['E130 rose', null]);
  });

  it('VP-09: a firmware at its target or above it asks for nothing', () => {
    const tasks = (firmware: string) =>
      toTasks({ ...noTasks, firmware, firmwareTarget: 'T120' }).map(({ kind, from, to }) => [kind, from, to]);
    expect(tasks('T110')).toEqual([['firmware', 'T110', 'T120']]);
    expect([tasks('T120'), tasks('T130')]).toEqual([[], []]);
  });
});

const text = (length: number) => fc.string({ unit: 'grapheme', minLength: 0, maxLength: length });

/** A device with the most that each block takes, and texts of any kind. */
const fullest = fc.record({ note: text(2000), name: text(200) }).map(({ note, name }): PackDevice => {
  const at = new Date(now).toISOString();
  const by = { userId: id(1), name };
  const many = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index));
  const errors = many(2000, (index) => error(`E${String(100 + (index % 900))}`, today - (index % 24)));
  const conditions = many(100, (index) => condition(index, 'part', `part.${index}`, { text: name, item: name }));
  return {
    deviceId: id(1),
    serial: name,
    model: name,
    series: name,
    description: name,
    assetNumber: name,
    networkAddress: name,
    unpackingDate: null,
    firmware: name,
    firmwareTarget: name,
    reportedAt: at,
    judgedAt: at,
    isMonochrome: false,
    conditions,
    bring: toBring({
      ...nothing,
      judged: many(100, (index) => String(6000 + index)),
      numbers: new Map(
        many(100, (index) => [String(6000 + index), { ownNumber: name, makerNumber: name, name, pieces: 1 }]),
      ),
    }),
    tasks: toTasks({
      conditions,
      advice: new Map(),
      proposals: many(500, (index) => ({
        proposalId: id(index),
        listId: id(index),
        code: '08-12345-123',
        now: name,
        to: name,
        why: note,
        by,
        at,
      })),
      firmware: null,
      firmwareTarget: null,
      entered: many(20, () => note),
    }),
    lastVisitAt: at,
    since: at,
    errors: toErrorsSince(errors, { since: 0, now, reportedDays }),
    feeds: [],
    codes: {
      changes: many(15, () => ({
        code: '08-12345-123',
        before: name,
        after: name,
        usual: name,
        level: 3,
        lastBefore: at,
        firstAfter: at,
        context: 'memoryCleared' as const,
      })),
      count: 5000,
      adjusting: 9,
    },
    counters: { at, visitDay: null, rows: [], pagesAMonth: 1 },
    forecast: { lines: [], later: many(40, String) },
    before: many(3, () => ({
      visitId: id(1),
      day: null,
      technician: name,
      note,
      record: null,
      effects: many(30, (n) => effect(name, n)),
    })),
    notes: many(5, () => ({ noteId: id(2), at, by, text: note })),
  };
});

/** What a visit changed, with long names. */
function effect(item: string, n: number): VisitEffect {
  const side = { count: 1e9 + n, exposure: 1e9 / 3, from: '2026-10-01', to: '2026-10-30' };
  return {
    visitId: id(1),
    day: '2026-10-31',
    done: 'configuredNetwork',
    item,
    measure: 'serviceCalls',
    of: item,
    before: side,
    after: side,
    isOver: false,
    usual: 1 / 3,
    sensor: { before: 1 / 3, after: 1 / 3 },
    judged: { state: 'known', ratio: 1 / 3, lower: 1 / 3, upper: 1 / 3, verdict: 'noClearChange', wasNearUsual: false },
  };
}

describe('the pack of a device', () => {
  it('VP-17 FG-12: stays below 300 KB of JSON whatever people wrote and devices reported', () => {
    fc.assert(
      fc.property(fullest, (device) => {
        expect(Buffer.byteLength(JSON.stringify(device))).toBeLessThan(mostPackBytes);
      }),
      { numRuns: 20 },
    );
  });

  it('VP-17: what is new since the pack before is marked, and what stayed is not', () => {
    const [device] = fc.sample(fullest, 1);
    if (device === undefined) throw new Error('no sample');
    const before = { devices: [{ ...device, errors: { ...device.errors, groups: device.errors.groups.slice(0, 3) } }] };
    const again = error('E130', today);
    const after = {
      devices: [
        {
          ...device,
          errors: toErrorsSince([again], { since: 0, now, reportedDays }),
          bring: [...device.bring, ...toBring({ ...nothing, judged: ['9999'] })],
        },
      ],
    };
    // Only the devices are compared.
    const keys = freshKeys(before as PackBody, after as PackBody);
    expect(keys).toEqual([`${id(1)} bring 9999`, expect.stringContaining(`${id(1)} errors E130 `)]);
    expect(freshKeys(after as PackBody, after as PackBody)).toEqual([]);
  });
});
