import { checkRule, leastDistance } from '@platen/contract/rule-checks';
import { type RuleComparison, type RuleMetric, ruleMetricNames, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Locale, locales } from './locale.ts';
import { toRuleLanguage } from './rule-language.ts';
import { createRuleWords } from './rule-sentence.ts';

const words = { 'en-us': createRuleWords(toRuleLanguage('en-us')), 'ja-jp': createRuleWords(toRuleLanguage('ja-jp')) };
type Shape = Parameters<(typeof words)['en-us']['sentence']>[0];
const sentence = (locale: Locale, shape: Shape) => words[locale].sentence(shape);

const jams: RuleTest = {
  metric: 'jamRate',
  subject: 'CST1',
  comparison: 'above',
  value: 4,
  clear: 3,
  windowHours: 14 * 24,
  leastFeeds: 500,
};
const day = 24 * 60;

describe('the sentence of a rule', () => {
  it('AR-14 TX-07: is that of the specification, in both languages', () => {
    const form = { tests: [jams], openDelayMinutes: day, clearDelayMinutes: 3 * day };
    expect(sentence('en-us', form)).toBe(
      'Opens when jams from CST1 exceed 4 per 1,000 sheets over 14 days (at least 500 sheets), for 1 day; clears at 3 for 3 days.',
    );
    expect(sentence('ja-jp', form)).toBe(
      'CST1からの用紙づまりが14日間で1,000枚あたり4回を超える（給紙500枚以上）状態が1日続いた場合に発生し、3回以下の状態が3日続くと解除されます。',
    );
  });

  it('AR-03 AR-14: names which of several tests clears at which value', () => {
    const low: RuleTest = { metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 10, clear: 12 };
    const offline: RuleTest = { metric: 'status', comparison: 'is', words: ['error', 'offline'] };
    const form = { tests: [jams, offline, low], openDelayMinutes: 0, clearDelayMinutes: 90 };
    expect(sentence('en-us', form)).toBe(
      'Opens when jams from CST1 exceed 4 per 1,000 sheets over 14 days (at least 500 sheets) and the status of the device is error or offline and black toner is below 10%; clears when one of these no longer holds (the first at 3 and the third at 12%) for 90 minutes.',
    );
    expect(sentence('ja-jp', form)).toBe(
      'CST1からの用紙づまりが14日間で1,000枚あたり4回を超える（給紙500枚以上）、かつ機器のステータスがエラーまたはオフラインである、かつブラックトナーが10%を下回る場合に発生し、いずれかの条件を満たさなくなって（1番目は3回以下、3番目は12%以上）90分たつと解除されます。',
    );
  });

  it('AR-14: is not there while a part of the rule has a fault', () => {
    const { value: _value, ...unfinished } = jams;
    expect(sentence('en-us', { tests: [unfinished], openDelayMinutes: 0, clearDelayMinutes: 0 })).toBeUndefined();
    expect(sentence('en-us', { tests: [jams], openDelayMinutes: Number.NaN, clearDelayMinutes: 0 })).toBeUndefined();
  });
});

/** Subjects of each kind that a form may name. */
const subjects = {
  codes: ['C371', 'C400-C4FF', 'E010, E020'],
  paperSource: ['CST1', 'LCF'],
  supply: ['black', 'waste'],
  colour: ['cyan', 'yellow'],
  part: ['6340', '6500'],
  component: ['fuser', 'drum.black', 'feedRoller.CST1'],
  setting: ['08-2103-0', '05-3612-1'],
  port: ['0', '1'],
} as const;

const option = <T>(isThere: boolean, arbitrary: () => fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  isThere ? arbitrary() : fc.constant(undefined);
const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

/** Every valid test of a metric with a comparison, by the table alone. */
function testsOf(metric: RuleMetric, comparison: RuleComparison): fc.Arbitrary<RuleTest> {
  const traits = traitsOf(metric);
  const { number, subject, isSubjectRequired, window, leastFeeds } = traits;
  const scale = 10 ** (number?.decimals ?? 0);
  const takesNumber = number !== undefined && comparison !== 'changed';
  return fc
    .record({
      subject: option(subject !== undefined, () =>
        fc.constantFrom(...(isSubjectRequired ? [] : [undefined]), ...(subject === undefined ? [] : subjects[subject])),
      ),
      value: option(takesNumber, () =>
        fc
          .integer({ min: Math.ceil((number?.least ?? 0) * scale), max: Math.floor((number?.most ?? 0) * scale) })
          .map((whole) => whole / scale),
      ),
      farther: fc.integer({ min: 0, max: 50 }),
      words: option(traits.words !== undefined, () => fc.subarray([...(traits.words ?? [])], { minLength: 1 })),
      text: option(traits.isText === true, () => fc.constantFrom('T100', 'V2.31')),
      windowHours: option(window !== undefined, () => fc.integer({ min: window?.least ?? 1, max: window?.most ?? 1 })),
      leastFeeds: option(leastFeeds !== undefined, () => fc.integer({ min: 1, max: 100_000 })),
    })
    .map(({ farther, ...rest }) => {
      const distance = leastDistance(rest.value ?? 0, traits) + farther;
      const clear =
        traits.isLevel === true && rest.value !== undefined
          ? Math.round((comparison === 'below' ? rest.value + distance : rest.value - distance) * scale) / scale
          : undefined;
      return { metric, comparison, ...withoutUndefined({ ...rest, clear }) };
    });
}

const allTests = fc.oneof(
  ...ruleMetricNames.flatMap((metric) => traitsOf(metric).comparisons.map((comparison) => testsOf(metric, comparison))),
);
const delays = fc.integer({ min: 0, max: 30 * day });
const shapes: fc.Arbitrary<Shape> = fc.record({
  tests: fc.array(allTests, { minLength: 1, maxLength: 4 }),
  openDelayMinutes: delays,
  clearDelayMinutes: delays,
});

/** What is left of a message whose argument or key is not filled. */
const placeholder = /[{}]|undefined|NaN|ruleWords|\bplural\b/;

describe.each(locales)('in %s', (locale) => {
  test.each(
    ruleMetricNames.flatMap((metric) =>
      traitsOf(metric).comparisons.map((comparison) => [metric, comparison] as const),
    ),
  )('AR-14 AR-20: %s %s has a sentence for every valid form, without placeholders', (metric, comparison) => {
    fc.assert(
      fc.property(testsOf(metric, comparison), delays, delays, (one, openDelayMinutes, clearDelayMinutes) => {
        expect(checkRule({ tests: [one] })).toEqual([]);
        const text = sentence(locale, { tests: [one], openDelayMinutes, clearDelayMinutes });
        expect(text).toMatch(locale === 'en-us' ? /^Opens when .*; clears .*\.$/ : /発生し、.*解除されます。$/);
        expect(text).not.toMatch(placeholder);
        expect(words[locale].metric(metric)).not.toMatch(placeholder);
      }),
      { numRuns: 40 },
    );
  });

  test('AR-14: rules that differ have sentences that differ', () => {
    const known = new Map<string, string>();
    fc.assert(
      fc.property(shapes, (shape) => {
        const text = sentence(locale, shape) ?? '';
        // The order of words of one test has no meaning.
        const key = JSON.stringify(shape);
        expect([key, known.get(text) ?? key]).toEqual([key, key]);
        known.set(text, key);
      }),
      { numRuns: 600 },
    );
    expect(known.size).toBeGreaterThan(300);
  });

  test('AR-14: another value, window, delay or clear value alone makes another sentence', () => {
    const base: Shape = { tests: [jams], openDelayMinutes: day, clearDelayMinutes: 3 * day };
    const others: readonly Shape[] = [
      { ...base, openDelayMinutes: 2 * day },
      { ...base, clearDelayMinutes: 2 * day },
      ...[{ value: 5 }, { clear: 2.9 }, { windowHours: 24 }, { leastFeeds: 501 }, { subject: 'CST2' }].map(
        (change): Shape => ({ ...base, tests: [{ ...jams, ...change }] }),
      ),
    ];
    const texts = [base, ...others].map((shape) => sentence(locale, shape));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('AR-02: the scope in words, with names where they are known', () => {
    const { scope } = words[locale];
    const names = { customer: (number: string) => (number === 'C-1' ? 'Haldane' : undefined) };
    const texts = [
      scope({}),
      scope({ customerNumbers: ['C-1', 'C-2'], models: ['MFP 4525C'] }, names),
      scope({ criteria: { models: ['45'], firmwareVersion: { matcher: 'notEqual', versions: ['V1'] } } }),
      scope({ except: { customerNumbers: ['C-1'], deviceIds: ['x'] } }, { ...names, device: () => 'PX01' }),
    ];
    expect(texts).toEqual(
      locale === 'en-us'
        ? [
            'all devices',
            'customers Haldane and C-2, model MFP 4525C',
            'found by the search “45, ≠ V1”',
            'all devices, except customer Haldane, device PX01',
          ]
        : [
            'すべての機器',
            '顧客Haldane、C-2、機種MFP 4525C',
            '検索「45, ≠ V1」に一致する機器',
            'すべての機器（顧客Haldane、機器PX01を除く）',
          ],
    );
  });
});
