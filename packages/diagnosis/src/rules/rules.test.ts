import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import { checkRule, proposedClear } from '@platen/contract/rule-checks';
import { ruleMetricNames, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DayReading } from '../history/day-reading.ts';
import { decide, measureTests, type Verdict } from './decide.ts';
import { followRule } from './follow.ts';
import type { RuleInputs } from './inputs.ts';
import { isJudgedRule } from './rule-spans.ts';
import { measureSpan, tryDevice } from './try-rule.ts';

const today = 20_600;
const endOf = (day: number) => (day + 1) * dayMs - 1;

/** A device with a report at noon of each day, and the values of each day by key. */
function device(
  days: readonly (Readonly<Record<string, number>> | null)[],
  more: Partial<RuleInputs> = {},
): RuleInputs {
  const first = today - days.length + 1;
  const readings = days.flatMap((values, index): DayReading[] =>
    values === null ? [] : [{ day: first + index, values: new Map(Object.entries(values)) }],
  );
  return {
    history: { family: null, model: null, firmware: null, days: readings, errors: [], replacements: [] },
    reports: readings.map(({ day }) => day * dayMs + 12 * hourMs),
    stoppedAt: null,
    judged: [],
    present: null,
    settings: [],
    firmware: [],
    breaks: [],
    createdAt: first * dayMs,
    ...more,
  };
}

const low: RuleTest = { metric: 'supplyPercent', comparison: 'below', subject: 'black', value: 20, clear: 25 };
const noDelay = { openDelayMinutes: 0, clearDelayMinutes: 0 };
const verdictAt = (inputs: RuleInputs, tests: readonly RuleTest[], at = endOf(today)) =>
  decide(tests, measureTests(inputs, tests, at)).map(({ subject, verdict }) => [subject, verdict]);

describe('tests of a rule', () => {
  test('AR-21: judged are those with a test on days left, life in two weeks, a failure sign or the state of a drive', () => {
    const judged = ruleMetricNames.filter((metric) =>
      isJudgedRule({ tests: [low, { metric, comparison: 'present' }] }),
    );
    expect(judged).toEqual(['supplyDays', 'partLifeSoon', 'failureSign', 'storage']);
  });

  test.each<[subject: string | undefined, found: [string, Verdict][]]>([
    ['polygonalMotor', [['polygonalMotor.black', 'holds']]],
    ['polygonalMotor.black', [['polygonalMotor.black', 'holds']]],
    ['polygonalMotor.cyan', [['', 'clear']]],
    ['polygonal', [['', 'clear']]],
    [
      undefined,
      [
        ['fuser', 'clear'],
        ['polygonalMotor.black', 'holds'],
      ],
    ],
  ])('AR-04: a sign of %s is that of one part, or of each that belongs to it', (subject, found) => {
    const signs = { fuser: 'watch', 'polygonalMotor.black': 'now' } as const;
    const judged = [{ at: endOf(today) - hourMs, supplyDays: {}, lifeSoon: {}, signs, drives: {} }];
    const inputs = device([{ 'pages.total': 10 }], { judged });
    const sign: RuleTest = { metric: 'failureSign', comparison: 'is', words: ['now'], ...(subject && { subject }) };
    expect(verdictAt(inputs, [sign])).toEqual(found);
  });

  test.each<[percent: number, verdict: Verdict]>([
    [19, 'holds'],
    [20, 'between'],
    [24, 'between'],
    [25, 'clear'],
  ])('AR-07: a level of %d against 20 that clears at 25 is %s', (percent, verdict) => {
    expect(verdictAt(device([{ 'toner.black': percent }]), [low])).toEqual([['black', verdict]]);
  });

  test('AR-05, AR-08: a value that was not reported is unknown, and so is everything of a stopped device', () => {
    expect(verdictAt(device([{ 'toner.cyan': 5 }]), [low])).toEqual([['', 'unknown']]);
    const stopped = device([{ 'toner.black': 5 }], { stoppedAt: endOf(today) - hourMs });
    expect(verdictAt(stopped, [low])).toEqual([['', 'unknown']]);
    const silent: RuleTest = { metric: 'silence', comparison: 'atLeast', value: 4 };
    expect(verdictAt(stopped, [silent])).toEqual([['', 'holds']]);
  });

  test('AR-08: a missing value counts as firing where a test of silence says so, and not before the device was registered', () => {
    const silent: RuleTest = { metric: 'collectorSilence', comparison: 'atLeast', value: 4 };
    const fires: RuleTest = { ...silent, missingFires: true };
    const present = { status: 'normal', supplies: [], findings: [], customerNumber: null, collector: null } as const;
    const inputs = device([{ 'toner.black': 10 }], { present: { ...present, since: 0 } });
    expect(verdictAt(inputs, [silent])).toEqual([['', 'unknown']]);
    expect(verdictAt(inputs, [fires])).toEqual([['', 'holds']]);
    expect(verdictAt(inputs, [low, fires])).toEqual([['black', 'holds']]);
    expect(verdictAt(inputs, [fires], inputs.createdAt - 1)).toEqual([['', 'unknown']]);
    // Of the days of a trial before the present one it is not known whether there was a collector.
    const earlier = { ...inputs, present: { ...present, since: endOf(today) } };
    expect(verdictAt(earlier, [fires], endOf(today) - 1)).toEqual([['', 'unknown']]);
    expect(checkRule({ tests: [fires] })).toEqual([]);
    expect(checkRule({ tests: [{ ...low, missingFires: true }] })).toEqual([
      { path: ['tests', 0, 'missingFires'], message: expect.stringContaining('supplyPercent') },
    ]);
  });

  test('AR-20, AR-10: the collector of a device by its silence and its failing addresses, also while the device is stopped', () => {
    const at = endOf(today);
    const collector = { lastContactAt: at - 5 * hourMs, failingPercent: 25 };
    const present = {
      since: 0,
      status: 'normal',
      supplies: [],
      findings: [],
      customerNumber: null,
      collector,
    } as const;
    const inputs = device([{ 'toner.black': 10 }], { present, stoppedAt: at - hourMs });
    const silent = (value: number): RuleTest => ({ metric: 'collectorSilence', comparison: 'atLeast', value });
    const failing = (value: number): RuleTest => ({
      metric: 'collectorFailures',
      comparison: 'above',
      value,
      clear: value - 5,
    });
    expect(verdictAt(inputs, [silent(5)])).toEqual([['', 'holds']]);
    expect(verdictAt(inputs, [silent(6)])).toEqual([['', 'clear']]);
    expect(verdictAt(inputs, [failing(20)])).toEqual([['', 'holds']]);
    expect(verdictAt(inputs, [failing(25)])).toEqual([['', 'between']]);
    expect(verdictAt(inputs, [failing(30)])).toEqual([['', 'clear']]);
    const never = { ...inputs, present: { ...present, collector: { lastContactAt: null, failingPercent: null } } };
    expect(verdictAt(never, [silent(5)])).toEqual([['', 'unknown']]);
    expect(verdictAt(never, [failing(20)])).toEqual([['', 'unknown']]);
  });

  test('AR-03: all tests must hold; one that is clear decides whatever is not known of the others', () => {
    const inputs = device([{ 'toner.black': 10, 'toner.cyan': 80 }]);
    const cyan: RuleTest = { metric: 'partLife', comparison: 'above', value: 90, clear: 80 };
    expect(verdictAt(inputs, [low, cyan])).toEqual([['black', 'unknown']]);
    expect(verdictAt(inputs, [{ ...low, subject: 'cyan' }, cyan])).toEqual([['cyan', 'clear']]);
  });

  test('AR-19, AR-20: jams count per 1,000 sheets of their source, in a window that ends at the newest reading', () => {
    const days = Array.from({ length: 21 }, (_, index) => ({ 'source.CST1': index * 100, 'pages.total': index * 100 }));
    const jamAt = (day: number) => ({
      at: day * dayMs + hourMs,
      code: 'E120',
      category: 'jamPrint' as const,
      counter: null,
      conditions: { paperSource: '3' },
    });
    const inputs = device(days);
    const errors = [jamAt(today - 20), ...[5, 4, 3, 3, 2, 1, 0].map((ago) => jamAt(today - ago))];
    const tests: RuleTest[] = [
      { metric: 'jamRate', comparison: 'above', value: 4, clear: 3, windowHours: 14 * 24, leastFeeds: 500 },
    ];
    const jammed = { ...inputs, history: { ...inputs.history, errors } };
    const [decision] = decide(tests, measureTests(jammed, tests, endOf(today + 3)));
    expect(decision).toMatchObject({ subject: 'CST1', verdict: 'holds', found: [{ value: 5 }] });
    const few = [{ ...tests[0], leastFeeds: 2000 } as RuleTest];
    expect(verdictAt(jammed, few)).toEqual([['CST1', 'unknown']]);
  });

  test('AR-20: the same code counts by itself, a list of codes together', () => {
    const errors = ['C371', 'C371', 'C400', 'E120'].map((code, index) => ({
      at: today * dayMs + index * minuteMs,
      code,
      category: 'serviceCall' as const,
      counter: null,
      conditions: {},
    }));
    const inputs = device([{ 'pages.total': 1 }]);
    const broken = { ...inputs, history: { ...inputs.history, errors } };
    const same: RuleTest = {
      metric: 'sameCode',
      comparison: 'atLeast',
      subject: 'C000-CFFF',
      value: 2,
      windowHours: 24,
    };
    expect(verdictAt(broken, [same])).toEqual([
      ['C371', 'holds'],
      ['C400', 'clear'],
    ]);
    const together: RuleTest = { ...same, metric: 'deviceCodes', subject: 'C371, C400', value: 3 };
    expect(verdictAt(broken, [together])).toEqual([['', 'holds']]);
  });

  test('AR-20: a total that passes a multiple, a cartridge that was changed early, a setting that changed', () => {
    const inputs = device(
      [
        { 'pages.total': 99_000, 'toner.black': 45 },
        { 'pages.total': 99_900, 'toner.black': 44 },
        { 'pages.total': 100_100, 'toner.black': 100 },
      ],
      {
        settings: [
          { at: (today - 3) * dayMs, values: new Map([['08-2103-0', '128']]) },
          { at: today * dayMs, values: new Map([['08-2103-0', '96']]) },
        ],
      },
    );
    expect(
      verdictAt(inputs, [{ metric: 'totalCrosses', comparison: 'present', value: 100_000, windowHours: 48 }]),
    ).toEqual([['', 'holds']]);
    const early: RuleTest = { metric: 'earlyChange', comparison: 'above', value: 20, windowHours: 168 };
    expect(verdictAt(inputs, [early])).toEqual([['black', 'holds']]);
    expect(verdictAt(inputs, [{ metric: 'setting', comparison: 'changed', subject: '08-2103-0' }])).toEqual([
      ['08-2103-0', 'holds'],
    ]);
  });
});

describe('following a rule', () => {
  const verdicts = fc.array(
    fc.record({
      verdict: fc.constantFrom<Verdict>('holds', 'between', 'clear', 'unknown'),
      after: fc.integer({ min: 1, max: 600 }),
    }),
    { minLength: 1, maxLength: 30 },
  );

  test('AR-05 to AR-08: it opens only after its tests held for the delay, and clears only after they were clear for theirs', () => {
    fc.assert(
      fc.property(
        verdicts,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        (steps, open, clear) => {
          const delays = { openDelayMinutes: open, clearDelayMinutes: clear };
          let at = today * dayMs;
          let spans: ReturnType<typeof followRule> = [];
          const log: { at: number; verdict: Verdict }[] = [];
          for (const { verdict, after } of steps) {
            at += after * minuteMs;
            log.push({ at, verdict });
            spans = followRule(spans, { verdict }, at, delays);
            expect(followRule(spans, { verdict }, at, delays)).toEqual(spans);
          }
          for (const { from, openAt, clearedAt, closeAt } of spans) {
            if (openAt === null || openAt > at) continue;
            expect(openAt - from).toBeGreaterThanOrEqual(open * minuteMs);
            const pending = log.filter((one) => one.at >= from && one.at < openAt);
            expect(pending.every(({ verdict }) => verdict === 'holds' || verdict === 'unknown')).toBe(true);
            if (clearedAt === null || closeAt === null || closeAt > at) continue;
            expect(closeAt - clearedAt).toBeGreaterThanOrEqual(clear * minuteMs);
            const recovering = log.filter((one) => one.at >= clearedAt && one.at < closeAt);
            expect(recovering.every(({ verdict }) => verdict === 'clear' || verdict === 'unknown')).toBe(true);
          }
        },
      ),
    );
  });
});

describe('trial on the past', () => {
  const span = { from: today - 9, to: today, now: endOf(today) };

  test('BT-01, BT-02, BT-07: firings with delay and hysteresis, day by day, and near misses', () => {
    const levels = [30, 19, 19, 22, 19, 19, 19, 19, 24, 60];
    const inputs = device(levels.map((percent) => ({ 'toner.black': percent })));
    const form = { tests: [low], openDelayMinutes: 2 * 24 * 60, clearDelayMinutes: 0 };
    const trial = tryDevice(form, measureSpan(inputs, form, span));
    const noonOf = (day: number) => day * dayMs + 12 * hourMs;
    expect(trial.firings).toEqual([{ subject: 'black', from: noonOf(today - 3), to: noonOf(today) }]);
    expect(trial).toMatchObject({ daysWith: 10, daysWithout: 0, firstDay: today - 9, nearMisses: 1 });
  });

  test('BT-03, BT-04: days without a value are missing, and a device that never reports it is not covered', () => {
    const gap = device([{ 'toner.black': 50 }, ...Array.from({ length: 9 }, () => null)]);
    const form = { tests: [low], ...noDelay };
    expect(tryDevice(form, measureSpan({ ...gap, stoppedAt: (today - 7) * dayMs }, form, span))).toMatchObject({
      daysWith: 2,
      daysWithout: 8,
    });
    const never = device(Array.from({ length: 10 }, () => ({ 'pages.total': 1 })));
    expect(tryDevice(form, measureSpan(never, form, span))).toMatchObject({ daysWith: 0, firstDay: null, firings: [] });
  });

  test('FG-11: stepped at the instants of live work it fires as live work does', () => {
    const levels = fc.array(fc.option(fc.integer({ min: 0, max: 60 }), { nil: null }), {
      minLength: 10,
      maxLength: 10,
    });
    fc.assert(
      fc.property(levels, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), (percents, open, clear) => {
        const inputs = device(percents.map((percent) => (percent === null ? null : { 'toner.black': percent })));
        const form = { tests: [low], openDelayMinutes: open * 24 * 60, clearDelayMinutes: clear * 24 * 60 };
        const tried = tryDevice(form, measureSpan(inputs, form, span));
        // Live work knows at each evaluation only what was reported until then.
        let spans: ReturnType<typeof followRule> = [];
        for (let day = span.from; day <= span.to; day += 1) {
          const reportedAt = day * dayMs + 12 * hourMs;
          const at = inputs.reports.includes(reportedAt) ? reportedAt : endOf(day);
          const known = {
            ...inputs,
            history: { ...inputs.history, days: inputs.history.days.filter((one) => one.day <= day) },
          };
          for (const { verdict } of decide(form.tests, measureTests(known, form.tests, at), ['black']))
            spans = followRule(spans, { verdict }, at, form);
        }
        const live = spans.filter(({ openAt }) => openAt !== null && openAt <= span.now).map(({ openAt }) => openAt);
        expect(tried.firings.map(({ from }) => from)).toEqual(live);
      }),
    );
  });
});

describe('checks of a rule', () => {
  test('AR-07: the proposed clear value lies on the safe side, 5 % or a unit away, for each level', () => {
    for (const metric of ruleMetricNames) {
      const traits = traitsOf(metric);
      if (traits.isLevel !== true) continue;
      for (const comparison of traits.comparisons)
        for (const value of [2, 4, 50]) {
          const form: RuleTest = {
            metric,
            comparison,
            value,
            clear: proposedClear({ value, comparison }, traits),
            ...(traits.window && { windowHours: traits.window.usual }),
            ...(traits.leastFeeds && { leastFeeds: traits.leastFeeds }),
            ...(traits.isSubjectRequired && { subject: '08-2103-0' }),
          };
          expect(checkRule({ tests: [form] })).toEqual([]);
        }
    }
  });

  test('AR-04, AR-07: a test that does not fit its metric is refused with the field', () => {
    const fields = (test: RuleTest) => checkRule({ tests: [test] }).map(({ path }) => path.join('.'));
    expect(fields({ ...low, clear: 20 })).toEqual(['tests.0.clear']);
    expect(fields({ ...low, comparison: 'above' })).toEqual(['tests.0.comparison']);
    expect(fields({ ...low, windowHours: 24 })).toEqual(['tests.0.windowHours']);
    expect(fields({ metric: 'status', comparison: 'is', words: ['broken'] })).toEqual(['tests.0.words']);
    expect(fields({ metric: 'setting', comparison: 'changed' })).toEqual(['tests.0.subject']);
    expect(fields({ metric: 'sameCode', comparison: 'atLeast', subject: 'C3,,', value: 1.5, windowHours: 0 })).toEqual([
      'tests.0.subject',
      'tests.0.value',
      'tests.0.windowHours',
    ]);
  });
});
