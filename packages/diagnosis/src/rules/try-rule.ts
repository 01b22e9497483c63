import { dayMs, minuteMs } from '@platen/contract/constants';
import { ruleMetrics, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm } from '@platen/contract/rules';
import type { Span } from '../conditions/model.ts';
import { type Measurement, measureTests, toVerdicts } from './decide.ts';
import { followRule } from './follow.ts';
import type { RuleInputs } from './inputs.ts';

// A rule stepped through the past of a device by the functions of live work (BT-02).

/** One firing. Instants; `to` null: it goes on at the end of the span. */
export interface Firing {
  readonly subject: string;
  readonly from: number;
  readonly to: number | null;
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

/** Metrics whose past is not stored: before today they are unknown. */
export const isOnlyNow = ({ tests }: Pick<RuleForm, 'tests'>): boolean =>
  tests.some(({ metric }) => ruleMetrics[metric].history === 'now');

/**
 * Measures a device at the end of each day of the span and, where a test counts errors or time, whenever
 * that may change: at each error and where it leaves the window.
 */
export function measureSpan(inputs: RuleInputs, { tests }: Pick<RuleForm, 'tests'>, span: TrialSpan): Measurement[] {
  return toInstants(inputs, tests, span).map((at) => measureTests(inputs, tests, at));
}

function toInstants(inputs: RuleInputs, tests: RuleForm['tests'], { from, to, now }: TrialSpan): number[] {
  const instants = new Set<number>();
  for (let day = from; day <= to; day += 1) instants.add(Math.min(now, (day + 1) * dayMs - 1));
  const begin = from * dayMs;
  const add = (at: number) => {
    if (at >= begin && at <= now) instants.add(at);
  };
  if (tests.some(({ metric }) => traitsOf(metric).history === 'errors'))
    for (const { at } of inputs.history.errors) add(at);
  if (tests.some(({ metric }) => traitsOf(metric).isByTime)) for (const at of inputs.reports) add(at);
  for (const { metric, value = 0 } of tests)
    if (metric === 'silence') for (const at of inputs.reports) add(at + value * 60 * minuteMs);
  return [...instants].toSorted((a, b) => a - b);
}

const noSpans: readonly Span[] = [];

/** Steps a rule through what was measured. */
export function tryDevice(form: TriedForm, measurements: readonly Measurement[]): DeviceTrial {
  const bySubject = new Map<string, readonly Span[]>();
  const known = new Set<number>();
  const all = new Set<number>();
  let nearMisses = 0;
  const half = (form.openDelayMinutes * minuteMs) / 2;
  for (const measurement of measurements) {
    const { at } = measurement;
    const day = Math.floor(at / dayMs);
    all.add(day);
    for (const [subject, verdict] of toVerdicts(form.tests, measurement, bySubject.keys())) {
      if (verdict !== 'unknown') known.add(day);
      const before = bySubject.get(subject) ?? noSpans;
      const last = before.at(-1);
      // Seen again: of that only the time of sighting would change.
      if (verdict === 'holds' && last !== undefined && last.openAt !== null && last.clearedAt === null) continue;
      const after = followRule(before, { verdict }, at, form);
      if (after === before) continue;
      const dropped = after.length < before.length ? last : undefined;
      if (dropped !== undefined && half > 0 && at - dropped.from >= half) nearMisses += 1;
      if (after.length === 0) bySubject.delete(subject);
      else bySubject.set(subject, after);
    }
  }
  const end = measurements.at(-1)?.at ?? 0;
  const firings = [...bySubject].flatMap(([subject, spans]) => spans.flatMap((span) => toFiring(subject, span, end)));
  return {
    firings: firings.toSorted((a, b) => a.from - b.from),
    daysWith: known.size,
    daysWithout: all.size - known.size,
    firstDay: known.size === 0 ? null : Math.min(...known),
    nearMisses,
  };
}

function toFiring(subject: string, { openAt, closeAt }: Span, end: number): Firing[] {
  if (openAt === null || openAt > end) return [];
  return [{ subject, from: openAt, to: closeAt === null || closeAt > end ? null : closeAt }];
}
