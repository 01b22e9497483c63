import { type RuleMetricTraits, traitsOf } from './rule-metrics.ts';
import type { RuleForm, RuleTest } from './rules.ts';

/** What is wrong with a part of a rule, and where. */
export interface RuleFault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Codes of a subject: single ones and ranges, as `C371, C400-C4FF`; undefined: not such a list. */
export function parseCodes(text: string): readonly (readonly [from: string, to: string])[] | undefined {
  const parts = text.split(',').map((part) => part.trim().toUpperCase());
  const ranges = parts.map((part) => /^([A-Z0-9]{1,8})(?:\s*-\s*([A-Z0-9]{1,8}))?$/.exec(part));
  const found = ranges.flatMap((match) =>
    match?.[1] === undefined ? [] : [[match[1], match[2] ?? match[1]] as const],
  );
  const isWhole = found.length === parts.length && found.every(([from, to]) => from <= to && from.length === to.length);
  return isWhole ? found : undefined;
}

const settingPattern = /^(05|08|13)-\d{3,4}-\d{1,3}$/;

/** Everything in which the tests of a rule do not fit the table of metrics (AR-04, AR-07); empty: nothing. */
export function checkRule({ tests }: Pick<RuleForm, 'tests'>): RuleFault[] {
  return tests.flatMap((test, index) =>
    checkTest(test, traitsOf(test.metric)).map(({ path, message }) => ({ path: ['tests', index, ...path], message })),
  );
}

/** Texts anywhere in a rule that no database stores: with a NUL, or half of a character. */
export function checkTexts(value: unknown, path: RuleFault['path'] = []): RuleFault[] {
  if (typeof value === 'string')
    return /[\0\p{Surrogate}]/u.test(value) ? [{ path, message: 'holds a character that cannot be stored' }] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => checkTexts(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => checkTexts(one, [...path, name]));
}

function checkTest(test: RuleTest, traits: RuleMetricTraits): RuleFault[] {
  const subject = checkSubject(test, traits);
  const { comparison, metric } = test;
  if (!traits.comparisons.includes(comparison))
    return [...subject, ...fault('comparison', `${metric} is not compared by ${comparison}`)];
  return [
    ...subject,
    ...checkValue(test, traits),
    ...checkClear(test, traits),
    ...checkWindow(test, traits),
    ...checkMissing(test, traits),
  ];
}

function checkMissing({ missingFires, metric }: RuleTest, { isSilence }: RuleMetricTraits): RuleFault[] {
  return missingFires === true && isSilence !== true
    ? fault('missingFires', `a missing value of ${metric} is unknown and cannot count as firing`)
    : [];
}

const fault = (field: keyof RuleTest, message: string): RuleFault[] => [{ path: [field], message }];

function checkSubject(
  { subject, metric }: RuleTest,
  { subject: kind, isSubjectRequired }: RuleMetricTraits,
): RuleFault[] {
  if (subject === undefined) return isSubjectRequired ? fault('subject', `${metric} needs a subject`) : [];
  if (kind === undefined) return fault('subject', `${metric} has no subject`);
  if (kind === 'codes' && parseCodes(subject) === undefined)
    return fault('subject', 'must be device codes and ranges of them, separated by commas');
  if (kind === 'setting' && !settingPattern.test(subject))
    return fault('subject', 'must be a code with its sub code, as 08-2103-0');
  return [];
}

function checkValue(test: RuleTest, traits: RuleMetricTraits): RuleFault[] {
  const { metric, comparison, value, words, text } = test;
  const takesNumber = traits.number !== undefined && comparison !== 'changed';
  return [
    ...(takesNumber
      ? checkNumber('value', value, traits)
      : value === undefined
        ? []
        : fault('value', `${metric} takes no number here`)),
    ...(traits.words === undefined
      ? words === undefined
        ? []
        : fault('words', `${metric} takes no words`)
      : words?.every((word) => traits.words?.includes(word))
        ? []
        : fault('words', `must be some of ${traits.words.join(', ')}`)),
    ...((traits.isText === true) === (text !== undefined)
      ? []
      : fault('text', `${metric} ${traits.isText ? 'needs' : 'takes no'} text`)),
  ];
}

function checkNumber(field: 'value' | 'clear', value: number | undefined, { number }: RuleMetricTraits): RuleFault[] {
  if (number === undefined) return [];
  if (value === undefined) return fault(field, 'a number is missing');
  if (!(value >= number.least && value <= number.most))
    return fault(field, `must be from ${number.least} to ${number.most}`);
  const scaled = value * 10 ** number.decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6 ? fault(field, `takes at most ${number.decimals} decimals`) : [];
}

/** Least distance of the value that clears, for rates and factors in proportion (amendment to AR-07). */
export function leastDistance(value: number, { number }: RuleMetricTraits): number {
  if (number === undefined) return 0;
  const share = Math.abs(value) * 0.05;
  return number.decimals === 0 ? number.step : Math.max(number.step, Math.round(share * 10) / 10);
}

/** The value at which a level is proposed to clear: 5 % of it on the safe side, at least one step (AR-07). */
export function proposedClear(
  { value = 0, comparison }: Pick<RuleTest, 'value' | 'comparison'>,
  traits: RuleMetricTraits,
): number {
  const scale = 10 ** (traits.number?.decimals ?? 0);
  const distance = Math.max(leastDistance(value, traits), Math.abs(value) * 0.05);
  const clear = comparison === 'below' ? value + distance : value - distance;
  return Math.round(clear * scale) / scale;
}

function checkClear(test: RuleTest, traits: RuleMetricTraits): RuleFault[] {
  const { clear, value, comparison, metric } = test;
  if (traits.isLevel !== true) return clear === undefined ? [] : fault('clear', `${metric} clears without a value`);
  if (value === undefined) return [];
  if (clear === undefined) return fault('clear', 'a value at which it clears is missing');
  const distance = comparison === 'below' ? clear - value : value - clear;
  const least = leastDistance(value, traits);
  return distance < least - 1e-6
    ? fault('clear', `must be ${least} or more on the safe side of the value that opens`)
    : [];
}

function checkWindow(
  { windowHours, leastFeeds, metric }: RuleTest,
  { window, leastFeeds: feeds }: RuleMetricTraits,
): RuleFault[] {
  return [
    ...checkHours(windowHours, window, metric),
    ...((feeds === undefined) === (leastFeeds === undefined)
      ? []
      : fault(
          'leastFeeds',
          feeds === undefined ? `${metric} counts no feeds` : 'the least number of feeds is missing',
        )),
  ];
}

function checkHours(hours: number | undefined, window: RuleMetricTraits['window'], metric: string): RuleFault[] {
  if (window === undefined) return hours === undefined ? [] : fault('windowHours', `${metric} has no window`);
  if (hours === undefined) return fault('windowHours', 'a window is missing');
  return hours < window.least || hours > window.most
    ? fault('windowHours', `must be from ${window.least} to ${window.most} hours`)
    : [];
}
