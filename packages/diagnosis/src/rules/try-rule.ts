import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import { ruleMetrics, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm } from '@platen/contract/rules';
import { flickering } from '../conditions/condition-machine.ts';
import { quietMs } from '../conditions/condition-timers.ts';
import type { Span } from '../conditions/model.ts';
import { type Decision, decide, eachVerdict, type Measurement, measureTests, type Verdict } from './decide.ts';
import { followRule } from './follow.ts';
import type { RuleInputs } from './inputs.ts';

// A rule stepped through the past of a device by the functions of live work (BT-02).

/** One firing. Instants; `to` null: it goes on at the end of the span. */
export interface Firing {
  readonly subject: string;
  readonly from: number;
  readonly to: number | null;
  /** It came so often that it was not over before it was quiet for 72 hours (WL-41). */
  readonly isFlickering?: true;
}

/** What a rule would have done on one device. */
export interface DeviceTrial {
  readonly firings: readonly Firing[];
  /** Days on which every needed value was known for some subject, and the others. */
  readonly daysWith: number;
  readonly daysWithout: number;
  /** First day with them, days since 1970; null: none. */
  readonly firstDay: number | null;
  /** Held for at least half of the delay and did not open (BT-07). */
  readonly nearMisses: number;
}

export type TriedForm = Pick<RuleForm, 'tests' | 'openDelayMinutes' | 'clearDelayMinutes'>;

/** First and last day of a trial, days since 1970 UTC; `now` ends the last one. */
export interface TrialSpan {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** Whether a value of the rule is known by day alone (BT-05). */
export const isByDay = ({ tests }: Pick<RuleForm, 'tests'>): boolean =>
  tests.some(({ metric }) => ['readings', 'judgement', 'versions'].includes(ruleMetrics[metric].history));

/**
 * Measures a device with each report that is known, the last of each day for instance, at the end of days
 * without one, and where time alone changes something.
 */
export function measureSpan(inputs: RuleInputs, { tests }: Pick<RuleForm, 'tests'>, span: TrialSpan): Measurement[] {
  return toInstants(inputs, tests, span).map((at) => measureTests(inputs, tests, at));
}

function toInstants(inputs: RuleInputs, tests: RuleForm['tests'], { from, to, now }: TrialSpan): number[] {
  const instants = new Set<number>();
  const begin = from * dayMs;
  const add = (at: number) => {
    if (at >= begin && at <= now) instants.add(at);
  };
  // Values come with reports, errors leave their window with one; what is judged comes later on the day.
  for (const at of inputs.reports) add(at);
  const days = tests.some(({ metric }) => traitsOf(metric).isJudged)
    ? new Set<number>()
    : new Set(Array.from(instants, (at) => Math.floor(at / dayMs)));
  for (let day = from; day < to; day += 1) if (!days.has(day)) instants.add((day + 1) * dayMs - 1);
  instants.add(now);
  for (const { metric, value = 0 } of tests) {
    if (metric === 'silence') for (const at of inputs.reports) add(at + value * hourMs);
    const heard = metric === 'collectorSilence' ? inputs.present?.collector?.lastContactAt : undefined;
    if (typeof heard === 'number') add(heard + value * hourMs);
    if (metric === 'newDevice') for (const at of [0, value * hourMs + 1]) add(inputs.createdAt + at);
    if (metric === 'counterBreak') for (const { at } of inputs.breaks) add(at + value * dayMs);
  }
  return [...instants].toSorted((a, b) => a - b);
}

const noSpans: readonly Span[] = [];

/** Steps a rule through what was measured. */
export function tryDevice(form: TriedForm, measurements: readonly Measurement[]): DeviceTrial {
  const bySubject = new Map<string, readonly Span[]>();
  const days = { all: 0, known: 0, last: -1, lastKnown: -1, first: null as number | null };
  let nearMisses = 0;
  const half = (form.openDelayMinutes * minuteMs) / 2;
  let at = 0;
  const visit = (subject: string, verdict: Verdict) => {
    if (verdict !== 'unknown' && days.lastKnown !== days.last) {
      days.known += 1;
      days.lastKnown = days.last;
      days.first ??= days.last;
    }
    const before = bySubject.get(subject);
    const last = before?.at(-1);
    // Nothing begins, or seen again: of that only the time of sighting would change.
    if (
      verdict === 'holds' ? last !== undefined && last.openAt !== null && last.clearedAt === null : before === undefined
    )
      return;
    const after = followRule(before ?? noSpans, { verdict }, at, form);
    if (after === before) return;
    const dropped = after.length < (before?.length ?? 0) ? last : undefined;
    if (dropped !== undefined && half > 0 && at - dropped.from >= half) nearMisses += 1;
    if (after.length === 0) bySubject.delete(subject);
    else bySubject.set(subject, after);
  };
  for (const measurement of measurements) {
    ({ at } = measurement);
    const day = Math.floor(at / dayMs);
    if (day !== days.last) days.all += 1;
    days.last = day;
    eachVerdict(form.tests, measurement, bySubject.keys(), visit);
  }
  const end = measurements.at(-1)?.at ?? 0;
  const firings = [...bySubject].flatMap(([subject, spans]) =>
    withFlickering(
      spans.flatMap((span) => toFiring(subject, span, end)),
      end,
    ),
  );
  return {
    firings: firings.toSorted((a, b) => a.from - b.from),
    daysWith: days.known,
    daysWithout: days.all - days.known,
    firstDay: days.first,
    nearMisses,
  };
}

/**
 * What opened three times within a week flickers: it is over only once it was quiet for 72 hours, and what
 * comes until then is the same firing (WL-41).
 */
function withFlickering(ended: readonly EndedFiring[], end: number): readonly Firing[] {
  const result: EndedFiring[] = [];
  let openings: number[] = [];
  for (const one of ended) {
    const last = result.at(-1);
    if (last?.firing.isFlickering === true && last.quietAt >= one.firing.from) {
      result[result.length - 1] = { ...one, firing: { ...last.firing, to: one.firing.to } };
      continue;
    }
    const { from } = one.firing;
    openings = [...openings.filter((at) => at > from - flickering.ms), from];
    const isFlickering = openings.length >= flickering.openings;
    result.push(isFlickering ? { ...one, firing: { ...one.firing, isFlickering } } : one);
  }
  return result.map(({ firing, quietAt }) =>
    firing.isFlickering === true ? { ...firing, to: quietAt > end ? null : quietAt } : firing,
  );
}

interface EndedFiring {
  readonly firing: Firing;
  /** When it is over if it flickers. */
  readonly quietAt: number;
}

function toFiring(subject: string, { openAt, closeAt, clearedAt }: Span, end: number): EndedFiring[] {
  if (openAt === null || openAt > end) return [];
  const to = closeAt === null || closeAt > end ? null : closeAt;
  const quietAt = to === null ? Infinity : Math.max(to, (clearedAt ?? to) + quietMs);
  return [{ firing: { subject, from: openAt, to }, quietAt }];
}

/** What each test of a rule found on one subject at each instant that was measured, for people (BT-07). */
export function showSubject(
  { tests }: Pick<RuleForm, 'tests'>,
  measurements: readonly Measurement[],
  subject: string,
): { readonly at: number; readonly found: Decision['found'] }[] {
  return measurements.map((measurement) => ({
    at: measurement.at,
    found: decide(tests, measurement, [subject]).find((one) => one.subject === subject)?.found ?? tests.map(() => null),
  }));
}
