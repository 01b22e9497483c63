import { type RuleMetric, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import { compareFirmware } from '../firmware-order.ts';
import type { RuleInputs } from './inputs.ts';
import { type Measured, type Measures, measure } from './measure.ts';

/**
 * How the tests of a rule stand on one subject (AR-05). `between`: no longer over the value, not yet clear.
 */
export type Verdict = 'holds' | 'between' | 'clear' | 'unknown';

/** What one test found on a subject. */
export interface Found extends Measured {
  readonly verdict: Verdict;
}

/** What a rule found on one of its subjects. `subject` '': the device as a whole. */
export interface Decision {
  readonly subject: string;
  readonly verdict: Verdict;
  /** Of each test in its order what it found for this subject; null: nothing is known. */
  readonly found: readonly (Found | null)[];
}

const over = (value: number, opens: boolean, isClear: boolean): Verdict =>
  Number.isNaN(value) ? 'unknown' : opens ? 'holds' : isClear ? 'clear' : 'between';

function verdictOf(test: RuleTest, { value, word }: Measured): Verdict {
  const { comparison, value: limit = 1, clear = limit, words, text, metric } = test;
  if (words !== undefined) return word === undefined ? 'unknown' : words.includes(word) ? 'holds' : 'clear';
  if (text !== undefined) {
    if (word === undefined) return 'unknown';
    if (comparison === 'is') return word === text ? 'holds' : 'clear';
    const order = compareFirmware(word, text);
    return order === undefined ? 'unknown' : order === -1 ? 'holds' : 'clear';
  }
  if (value === null) return test.missingFires === true ? 'holds' : 'unknown';
  switch (comparison) {
    case 'above':
      return over(value, value > limit, value <= clear);
    case 'below':
      return over(value, value < limit, value >= clear);
    case 'atLeast':
      return over(value, value >= limit, value < limit);
    case 'is':
      return over(value, value === limit, value !== limit);
    case 'changed':
      return over(value, value >= 1, value < 1);
    case 'present':
      break;
  }
  // A device is new for as long as the test names; all others are there or not.
  return metric === 'newDevice' ? over(value, value <= limit, value > limit) : over(value, value >= 1, value < 1);
}

/** From what decides for a rule whose tests must all hold to what decides least. */
const order: readonly Verdict[] = ['clear', 'unknown', 'between', 'holds'];
const lesser = (a: Verdict, b: Verdict): Verdict => (order.indexOf(a) <= order.indexOf(b) ? a : b);

/** Of a test that looks at other subjects than the rule: the one nearest to holding. */
function nearest(test: RuleTest, measures: Measures): Found | null {
  let best: Found | null = null;
  for (const measured of measures.values()) {
    const verdict = verdictOf(test, measured);
    // Of a value that is not known and one that is clear, it may still be the first.
    const isNearer =
      best === null ||
      best.verdict === 'clear' ||
      (verdict !== 'clear' && lesser(best.verdict, verdict) === best.verdict);
    if (isNearer) best = { ...measured, verdict };
  }
  return best;
}

/** What the metrics of a rule's tests show at an instant. */
export interface Measurement {
  readonly at: number;
  /** Of each test in its order. */
  readonly measures: readonly Measures[];
  /** The device has reported and is not stopped: what it did not report is not there. */
  readonly isHeardOf: boolean;
  /** The device was registered by then. */
  readonly isRegistered: boolean;
  /** What is known only now was known by then. */
  readonly isPresent: boolean;
}

/** Metrics that the server knows of a silent device too. */
const ofServer: ReadonlySet<RuleMetric> = new Set([
  'silence',
  'counterBreak',
  'newDevice',
  'unknownCustomer',
  'finding',
  'collectorSilence',
  'collectorFailures',
]);

/**
 * Measures the tests of a rule; while the device is stopped nothing is known but what the server knows
 * (AR-08).
 */
export function measureTests(inputs: RuleInputs, tests: readonly RuleTest[], at: number): Measurement {
  const isStopped =
    (inputs.stoppedAt !== null && inputs.stoppedAt <= at) ||
    (inputs.silences?.some(([from, to]) => from <= at && (to === null || to > at)) ?? false);
  return {
    at,
    measures: tests.map((test) => (isStopped && !ofServer.has(test.metric) ? none : measure(inputs, test, at))),
    isHeardOf: !isStopped && (inputs.reports[0] ?? Infinity) <= at,
    isRegistered: inputs.createdAt <= at,
    isPresent: inputs.present !== null && inputs.present.since <= at,
  };
}

const none: Measures = new Map();

/** The index of the test whose subjects are those of the rule: the first that has any. */
function leadOf({ measures }: Measurement): number {
  const leading = measures.findIndex((one) => one.size > 0 && !one.has(''));
  return leading === -1 ? 0 : leading;
}

/**
 * How a rule stands on each subject of a device and on those `remembered` from before ('' where there is
 * none): a test of the leading metric looks at the same subject, others at whichever is nearest to holding.
 * All must hold; one that is clear decides, whatever is not known of the others. A device without a needed
 * value is one subject that is unknown. Called back for each, as a trial does so some thousand times a
 * device.
 */
export function eachVerdict(
  tests: readonly RuleTest[],
  measurement: Measurement,
  remembered: Iterable<string>,
  visit: (subject: string, verdict: Verdict) => void,
): void {
  const lead = leadOf(measurement);
  const present = measurement.measures[lead] ?? none;
  let isVisited = present.size > 0;
  for (const subject of present.keys()) visit(subject, verdictFor(tests, subject, lead, measurement));
  for (const subject of remembered) {
    if (present.has(subject)) continue;
    isVisited = true;
    visit(subject, verdictFor(tests, subject, lead, measurement));
  }
  if (!isVisited) visit('', verdictFor(tests, '', lead, measurement));
}

function verdictFor(tests: readonly RuleTest[], subject: string, lead: number, measurement: Measurement): Verdict {
  let verdict: Verdict = 'holds';
  for (let index = 0; index < tests.length && verdict !== 'clear'; index += 1)
    verdict = lesser(verdict, verdictOn(tests, index, subject, lead, measurement));
  return verdict;
}

function verdictOn(
  tests: readonly RuleTest[],
  index: number,
  subject: string,
  lead: number,
  measurement: Measurement,
): Verdict {
  const { measures } = measurement;
  const test = tests[index];
  const own = measures[index];
  if (test === undefined || own === undefined) return 'unknown';
  if (test.metric !== tests[lead]?.metric) return nearest(test, own)?.verdict ?? missing(test, measurement);
  const measured = own.get(subject);
  return measured === undefined ? missing(test, measurement) : verdictOf(test, measured);
}

/** How a rule stands on each subject, with what each test found. */
export function decide(
  tests: readonly RuleTest[],
  measurement: Measurement,
  remembered: Iterable<string> = [],
): Decision[] {
  const lead = leadOf(measurement);
  const decisions: Decision[] = [];
  eachVerdict(tests, measurement, remembered, (subject, verdict) => {
    const found = tests.map((test, index): Found | null => {
      const own = measurement.measures[index] ?? none;
      if (test.metric !== tests[lead]?.metric) return nearest(test, own);
      const measured = own.get(subject);
      return measured === undefined ? null : { ...measured, verdict: verdictOf(test, measured) };
    });
    decisions.push({ subject, verdict, found });
  });
  return decisions;
}

/**
 * Codes that did not come are a count of 0, and what has no sign has none; any other missing value is
 * unknown, but where the test says that it counts as firing (AR-08).
 */
function missing({ metric, missingFires }: RuleTest, { isHeardOf, isRegistered, isPresent }: Measurement): Verdict {
  const isAsked = isRegistered && (isPresent || traitsOf(metric).history !== 'now');
  if (missingFires === true && isAsked) return 'holds';
  return isHeardOf && (metric === 'sameCode' || metric === 'failureSign' || metric === 'supplyState')
    ? 'clear'
    : 'unknown';
}
