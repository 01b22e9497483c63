import { dayMs, hourMs } from '@platen/contract/constants';
import { traitsOf } from '@platen/contract/rule-metrics';
import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { toDate } from '../components/part-life/dates.ts';
import type { DeviceTrial, Firing, TrialSpan, TriedForm } from './try-rule.ts';
import { isByDay } from './try-rule.ts';

// The figures of a trial over all devices (BT-01, BT-03, BT-07, BT-09, BT-12).

/**
 * A device of a trial. `otherOpenings`: instants at which conditions of other causes opened on it, ascending.
 */
export interface TriedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly customerName: string | null;
  readonly trial: DeviceTrial;
  readonly otherOpenings: readonly number[];
}

/** Openings on a day from which it counts as crowded (BT-01). */
const crowded = 10;
/** Days within which a condition of another cause says the same (BT-09). */
const overlapMs = 7 * dayMs;
const mostListed = 10;

const dayOf = (at: number): number => Math.floor(at / dayMs);

type Summed =
  | 'days'
  | 'from'
  | 'to'
  | 'isByDay'
  | 'times'
  | 'devices'
  | 'firingNow'
  | 'mostTogether'
  | 'crowdedDays'
  | 'lastedMedianDays'
  | 'lastedLongestDays'
  | 'nearMisses'
  | 'byDay'
  | 'worst'
  | 'customers'
  | 'overlap';

/** Everything of a result that follows from the devices alone. */
export function sumTrials(
  devices: readonly TriedDevice[],
  form: Pick<RuleForm, 'tests'>,
  { from, to, now }: TrialSpan,
): Pick<TrialResult, Summed> {
  const firings = devices.flatMap(({ trial }) => trial.firings);
  const lasted = firings.map((one) => ((one.to ?? now) - one.from) / dayMs).toSorted((a, b) => a - b);
  const byDay = countByDay(firings, { from, to, now });
  const fired = devices
    .filter(({ trial }) => trial.firings.length > 0)
    .toSorted((a, b) => b.trial.firings.length - a.trial.firings.length || a.deviceId.localeCompare(b.deviceId));
  return {
    days: to - from + 1,
    from: toDate(from),
    to: toDate(to),
    isByDay: isByDay(form),
    times: firings.length,
    devices: fired.length,
    firingNow: firings.filter((one) => one.to === null).length,
    mostTogether: mostAtOnce(firings),
    crowdedDays: byDay.filter(({ opened }) => opened > crowded).length,
    lastedMedianDays: lasted.length === 0 ? null : round(medianOf(lasted)),
    lastedLongestDays: lasted.length === 0 ? null : round(lasted.at(-1) ?? 0),
    nearMisses: devices.reduce((sum, { trial }) => sum + trial.nearMisses, 0),
    byDay,
    worst: fired.slice(0, mostListed).map(({ deviceId, serial, customerName, trial }) => ({
      deviceId,
      serial,
      customerName,
      times: trial.firings.length,
      days: round(trial.firings.reduce((sum, one) => sum + ((one.to ?? now) - one.from) / dayMs, 0)),
      known: [],
      firings: toListedFirings(deviceId, trial.firings),
    })),
    customers: countCustomers(fired),
    overlap: devices.reduce((sum, { trial, otherOpenings }) => sum + countOverlap(trial.firings, otherOpenings), 0),
  };
}

/** How much of the past a trial rests on (BT-03). `inScope`: devices in scope, of which these were tried. */
export function toCoverage(devices: readonly TriedDevice[], inScope: number): Omit<TrialResult['coverage'], 'slower'> {
  const trials = devices.map(({ trial }) => trial);
  const firstDays = trials.flatMap(({ firstDay }) => firstDay ?? []);
  return {
    inScope,
    tried: devices.length,
    reporting: trials.filter(({ daysWith }) => daysWith > 0).length,
    daysWith: trials.reduce((sum, { daysWith }) => sum + daysWith, 0),
    daysWithout: trials.reduce((sum, { daysWithout }) => sum + daysWithout, 0),
    firstDay: firstDays.length === 0 ? null : toDate(firstDays.reduce((a, b) => Math.min(a, b))),
  };
}

export const toListedFirings = (
  deviceId: string,
  firings: readonly Firing[],
): TrialResult['worst'][number]['firings'] =>
  firings.map(({ subject, from, to }) => ({
    deviceId,
    ...(subject === '' ? {} : { subject }),
    from: toDate(dayOf(from)),
    to: to === null ? null : toDate(dayOf(to)),
  }));

const round = (value: number): number => Math.round(value * 10) / 10;

function medianOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2;
}

function countByDay(firings: readonly Firing[], { from, to }: TrialSpan): TrialResult['byDay'] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => ({ day: toDate(from + index), opened: 0, open: 0 }));
  for (const firing of firings) {
    const [first, last] = [dayOf(firing.from), firing.to === null ? to : dayOf(firing.to)];
    const opened = days[first - from];
    if (opened !== undefined) opened.opened += 1;
    for (let day = Math.max(first, from); day <= Math.min(last, to); day += 1) {
      const one = days[day - from];
      if (one !== undefined) one.open += 1;
    }
  }
  return days;
}

/** Most firings that went on at the same time. */
function mostAtOnce(firings: readonly Firing[]): number {
  const steps = firings
    .flatMap(({ from, to }) => [[from, 1] as const, ...(to === null ? [] : [[to, -1] as const])])
    .toSorted(([a, up], [b, down]) => a - b || up - down);
  let [now, most] = [0, 0];
  for (const [, step] of steps) {
    now += step;
    most = Math.max(most, now);
  }
  return most;
}

function countCustomers(fired: readonly TriedDevice[]): TrialResult['customers'] {
  const counts = new Map<string | null, { times: number; devices: number }>();
  for (const { customerName, trial } of fired) {
    const { times, devices } = counts.get(customerName) ?? { times: 0, devices: 0 };
    counts.set(customerName, { times: times + trial.firings.length, devices: devices + 1 });
  }
  return [...counts]
    .map(([name, one]) => ({ name, ...one }))
    .toSorted((a, b) => b.times - a.times || (a.name ?? '').localeCompare(b.name ?? ''))
    .slice(0, mostListed);
}

const countOverlap = (firings: readonly Firing[], others: readonly number[]): number =>
  firings.filter(({ from }) => others.some((at) => Math.abs(at - from) <= overlapMs)).length;

/**
 * Other forms whose firings are counted next to those of a rule (BT-12); each list holds the present value.
 */
export interface OtherForms {
  readonly value: readonly (readonly [value: number, form: TriedForm])[];
  readonly clear: readonly (readonly [value: number, form: TriedForm])[];
  readonly openDelayMinutes: readonly (readonly [value: number, form: TriedForm])[];
  /** These have to be measured again. */
  readonly windowHours: readonly (readonly [value: number, form: TriedForm])[];
}

/** Values of the curve at both sides of the present one. */
const curve = { points: 8, span: 2 };

/** The forms that differ in one number of the first test, or in the delay. */
export function toOtherForms(form: TriedForm): OtherForms {
  const [test, ...rest] = form.tests;
  if (test === undefined) return { value: [], clear: [], openDelayMinutes: [], windowHours: [] };
  const { number, isLevel, window } = traitsOf(test.metric);
  const withTest = (change: Partial<typeof test>): TriedForm => ({ ...form, tests: [{ ...test, ...change }, ...rest] });
  const { value, clear, windowHours } = test;
  const distance = value === undefined || clear === undefined ? 0 : clear - value;
  const scale = 10 ** (number?.decimals ?? 0);
  const fit = (one: number) => Math.round(one * scale) / scale;
  const isInside = (one: number) => number !== undefined && one >= number.least && one <= number.most;
  const values =
    value === undefined || number === undefined
      ? []
      : range(-curve.points, curve.points).map((step) => fit(value * curve.span ** (step / curve.points)));
  const clears =
    clear === undefined || value === undefined ? [] : [0.5, 1, 2].map((factor) => fit(value + distance * factor));
  const windows =
    windowHours === undefined || window === undefined ? [] : [windowHours / 2, windowHours, windowHours * 2];
  const delays = [...new Set([0, form.openDelayMinutes || 24 * 60, (form.openDelayMinutes || 24 * 60) * 3])];
  return {
    value: [...new Set(values)]
      .filter(isInside)
      .map((one) => [one, withTest({ value: one, ...(isLevel === true && { clear: fit(one + distance) }) })]),
    clear: [...new Set(clears)].filter(isInside).map((one) => [one, withTest({ clear: one })]),
    openDelayMinutes: delays.map((one) => [one, { ...form, openDelayMinutes: one }]),
    windowHours: windows
      .filter((one) => Number.isInteger(one) && one >= (window?.least ?? 0) && one <= (window?.most ?? 0))
      .map((one) => [one, withTest({ windowHours: one })]),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Days of the past that the tests of a rule look at before the first day of a span. */
export function daysBefore({ tests }: Pick<RuleForm, 'tests'>): number {
  const windows = tests.map(({ metric, windowHours = 0 }) => {
    const days = (windowHours * hourMs) / dayMs;
    return metric === 'pagesAgainstUsual' ? days + 61 : days + 1;
  });
  return Math.ceil(Math.max(14, ...windows) * 2);
}
