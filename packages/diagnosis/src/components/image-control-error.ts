import { type AdviceSeverity, mostSevere } from '@platen/contract/advice';
import { adviceId } from '@platen/contract/advice-ids';
import { dayMs, imageControlErrorDays } from '@platen/contract/constants';
import type { predictImageControlError } from '@platen/contract/predictions';
import { sensorNames } from '@platen/contract/telemetry';
import type * as z from 'zod/mini';
import { toRise, toRiseInputs } from '../figures/rise.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import type { Increment } from '../history/increment.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { type Counted, fitRatePrior, type GammaPrior, upperTail } from '../statistics/negative-binomial.ts';
import { toDate } from './part-life/dates.ts';

type ImageControl = NonNullable<z.infer<(typeof predictImageControlError)['answer']>>;
type Code = 'CE20' | 'CE40';

/** Errors and pages of a device over all that is known of it; JSON. */
export type ImageControlSummary = Partial<Record<Code, Counted>>;
/** Prior of the rate of a device of the family: a number of errors over a number of pages; JSON. */
export type ImageControlModel = Partial<Record<Code, GammaPrior>>;

const codes = ['CE20', 'CE40'] as const;
const sensors = { CE20: sensorNames.countCE20, CE40: sensorNames.countCE40 } as const;
/** Spans, in days up to today, whose errors are tested; the longer one is shown. */
const spans = [30, imageControlErrorDays] as const;
const neededReadings = 14;
/**
 * Highest probability that a sound device of the family has at least this number of errors on its pages.
 * Release: ten times it.
 */
const chances = { nextVisit: 1e-3, now: 1e-6 };
const release = 10;
/**
 * Errors that would have been expected since the last one, had the rate stayed as high: a device that still
 * has them is silent for so long once in 150 times.
 */
const silence = 5;
/** Fewer errors are no sign, however few pages they came on. */
const leastErrors = 3;
/**
 * Devices whose count a sound one would have with at most this probability are defective: their family's rate
 * is learned without them.
 */
const defective = 1e-3;

interface ErrorReading extends Increment {
  readonly errors: number;
}

/** What the device adds to the model of its family; undefined where it counts neither error or no pages. */
export function summariseImageControl(history: DeviceHistory): ImageControlSummary | undefined {
  const summary: ImageControlSummary = {};
  for (const code of codes) {
    const readings = toReadings(history, code);
    if (readings.length > 0) summary[code] = sumOf(readings);
  }
  return Object.keys(summary).length === 0 ? undefined : summary;
}

/**
 * Rates of a family, without its defective devices; of fewer than 5 devices, or without an error, what is
 * common to all.
 */
export function fitImageControl(
  summaries: readonly ImageControlSummary[],
  common?: ImageControlModel,
): ImageControlModel {
  const model: ImageControlModel = {};
  for (const code of codes) {
    const all = summaries.flatMap((one) => one[code] ?? []);
    let prior = fitRatePrior(all);
    for (let round = 0; round < 3 && prior !== undefined; round++) {
      const believed = prior;
      prior =
        fitRatePrior(all.filter((one) => one.events < leastErrors || chanceOf(one, believed) > defective)) ?? prior;
    }
    const found = prior ?? common?.[code];
    if (found !== undefined) model[code] = found;
  }
  return model;
}

/**
 * Image control errors CE20 and CE40 (FS-10, FS-27, FS-28): the counts of the last 30 and 90 days against the
 * family's negative-binomial rate, with the pages of these days as exposure. A sign where a sound device of
 * the family would have as many with a probability of at most 1 in 1,000 (at the next visit) or 1,000,000
 * (now), and at least 3; released at an error with ten times that, or by pages without one (0831). `count`:
 * errors of the last 90 days. `lastOccurredAt`: as the error says, else the start of the day at which the
 * count was last seen to rise. Withheld with fewer than 14 readings or before the family is known. Null:
 * counts neither.
 */
export function judgeImageControl(
  history: DeviceHistory,
  {
    today,
    model,
    opened,
  }: {
    readonly today: Day;
    readonly model: ImageControlModel | undefined;
    /** Priors with which the signs began that were open after the last judgement. */
    readonly opened?: ImageControlModel | undefined;
  },
): ImageControl | null {
  const [errorCE20, errorCE40] = codes.map((code) =>
    judgeCode(history, code, today, { prior: model?.[code], before: opened?.[code] }),
  );
  if (errorCE20 === undefined || errorCE40 === undefined || (errorCE20 === null && errorCE40 === null)) return null;
  return { errorMessage: mostSevere([errorCE20?.messageId, errorCE40?.messageId]), errorCE20, errorCE40 };
}

function judgeCode(
  history: DeviceHistory,
  code: Code,
  today: Day,
  { prior, before }: { readonly prior: GammaPrior | undefined; readonly before: GammaPrior | undefined },
): ImageControl['errorCE20'] {
  const counts = seriesOf(history, `sensor.${sensors[code]}`);
  if (counts.length === 0) return null;
  const readings = toReadings(history, code);
  const isKnown = prior !== undefined && readings.length >= neededReadings;
  // By the rate of today; where that would close a sign that is open, by the one that it began with (0294).
  const severity = isKnown ? (replay(readings, prior) ?? (before && replay(readings, before))) : undefined;
  const [first, last] = [readings[0], readings.at(-1)];
  const rise = toRise(counts, pageLimits, { since: today - imageControlErrorDays + 1, until: today });
  return {
    count: rise === undefined ? 0 : rise.last - rise.first - rise.omitted,
    lastOccurredAt: toLastTime(history, code, readings),
    messageId: severity === undefined ? null : adviceId({ component: code, severity }),
    basis: {
      rule: 'imageControlRate',
      readings: readings.length,
      neededReadings,
      from: first === undefined ? null : toDate(first.day),
      to: last === undefined ? null : toDate(last.day),
      ...(rise && { inputs: toRiseInputs(rise) }),
    },
  };
}

/**
 * Urgency after the last reading, from the first on. Only an error can begin a sign; pages without one end it
 * once they speak against the rate of the device, taken one standard error low (0831). Time does neither.
 */
function replay(readings: readonly ErrorReading[], prior: GammaPrior): AdviceSeverity | undefined {
  let held: 'nextVisit' | 'now' | undefined;
  let [raised, missing] = [0, 0];
  const windows = spans.map((span) => ({ span, from: 0, events: 0, exposure: 0 }));
  for (const [at, { day, errors, value }] of readings.entries()) {
    let chance = 1;
    let rate = 0;
    for (const window of windows) {
      window.events += errors;
      window.exposure += value;
      for (let old = readings[window.from]; old !== undefined && old.day <= day - window.span; ) {
        window.events -= old.errors;
        window.exposure -= old.value;
        old = readings[++window.from];
      }
      if (window.events >= leastErrors) chance = Math.min(chance, chanceOf(window, prior));
      if (window.exposure > 0) rate = Math.max(rate, (window.events - Math.sqrt(window.events)) / window.exposure);
    }
    if (errors === 0) {
      missing += raised * value;
      if (held === undefined || missing < silence) continue;
      held = undefined;
      // The errors of a fault that is over do not count for another.
      for (const window of windows) Object.assign(window, { from: at + 1, events: 0, exposure: 0 });
      continue;
    }
    missing = 0;
    raised = rate;
    if (chance <= chances.now || (held === 'now' && chance <= chances.now * release)) held = 'now';
    else if (chance <= chances.nextVisit || (held !== undefined && chance <= chances.nextVisit * release))
      held = 'nextVisit';
    else held = undefined;
  }
  return held;
}

/** Probability that a sound device of the family has as many errors or more on as many pages. */
const chanceOf = ({ events, exposure }: Counted, prior: GammaPrior): number =>
  upperTail(events, (prior.events / prior.exposure) * exposure, prior.events);

/** Errors and pages of the spans that both counters tell of. */
function toReadings(history: DeviceHistory, code: Code): ErrorReading[] {
  const errors = toIncrements(seriesOf(history, `sensor.${sensors[code]}`), pageLimits);
  let next = 0;
  return toIncrements(seriesOf(history, 'pages.total'), pageLimits).flatMap(({ day, span, value }) => {
    while ((errors[next]?.day ?? Infinity) < day) next++;
    const counted = errors[next];
    return counted?.day === day && counted.span === span ? [{ day, span, value, errors: counted.value }] : [];
  });
}

function sumOf(readings: readonly ErrorReading[]): Counted {
  const sum = { events: 0, exposure: 0 };
  for (const { errors, value } of readings) {
    sum.events += errors;
    sum.exposure += value;
  }
  return sum;
}

function toLastTime({ errors }: DeviceHistory, code: Code, readings: readonly ErrorReading[]): string | null {
  const reportedAt = errors.findLast((one) => one.code === code)?.at;
  const seen = readings.findLast((one) => one.errors > 0);
  const at = reportedAt ?? (seen === undefined ? undefined : seen.day * dayMs);
  return at === undefined ? null : new Date(at).toISOString();
}
