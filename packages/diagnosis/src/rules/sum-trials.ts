import { dayMs } from '@platen/contract/constants';
import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { toDate } from '../components/part-life/dates.ts';
import type { OtherForms } from './other-forms.ts';
import type { DeviceTrial, Firing, TrialSpan } from './try-rule.ts';
import { isByDay } from './try-rule.ts';
import { compareWithKnown, concernsOf, type KnownEvent } from './what-followed.ts';

// The figures of a trial over all devices (BT-01, BT-03, BT-07 to BT-09, BT-12, BT-13). Devices are tried
// some at a time; what was found of some of them is a part, and parts add up.

/** An opening of a condition of another cause. */
export interface OtherOpening {
  readonly at: number;
  readonly kind: string;
  /** Name of the rule that opened it. */
  readonly rule?: string;
}

/** What other forms of the rule did, in the order of the lists of `OtherForms`. */
type OtherCounts = Readonly<Record<keyof OtherForms, readonly { readonly times: number; readonly devices: number }[]>>;

/** What was found on one device. */
export interface TriedDevice {
  readonly deviceId: string;
  readonly trial: DeviceTrial;
  /** It reports at longer intervals than the delay of the rule (AR-06). */
  readonly isSlow: boolean;
  readonly others: readonly OtherOpening[];
  /** Events that the rule concerns, those of its last days with them. */
  readonly known: readonly KnownEvent[];
  /** Firings of other forms. */
  readonly otherwise: Readonly<Record<keyof OtherForms, readonly number[]>>;
}

interface FiredDevice {
  readonly deviceId: string;
  readonly firings: readonly Firing[];
  readonly known: readonly KnownEvent[];
}

/** What was found on some devices. Plain values, which can be stored and sent. */
export interface TrialPart {
  readonly tried: number;
  readonly reporting: number;
  readonly daysWith: number;
  readonly daysWithout: number;
  /** Days since 1970; null: no device has a value. */
  readonly firstDay: number | null;
  readonly slower: number;
  readonly nearMisses: number;
  readonly fired: readonly FiredDevice[];
  readonly overlap: number;
  readonly overlapBy: readonly { readonly kind: string; readonly rule?: string; readonly times: number }[];
  readonly replacements: number;
  readonly serviceCalls: number;
  readonly events: number;
  readonly missed: number;
  readonly missedOn: readonly (KnownEvent & { readonly deviceId: string })[];
  readonly otherwise: OtherCounts;
}

export const emptyPart: TrialPart = {
  tried: 0,
  reporting: 0,
  daysWith: 0,
  daysWithout: 0,
  firstDay: null,
  slower: 0,
  nearMisses: 0,
  fired: [],
  overlap: 0,
  overlapBy: [],
  replacements: 0,
  serviceCalls: 0,
  events: 0,
  missed: 0,
  missedOn: [],
  otherwise: { value: [], windowHours: [], openDelayMinutes: [], clear: [] },
};

/** Openings on a day from which it counts as crowded (BT-01). */
const crowded = 10;
/** Days within which a condition of another cause says the same (BT-09). */
const overlapMs = 7 * dayMs;
const mostListed = 10;

const dayOf = (at: number): number => Math.floor(at / dayMs);
const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** What was found on one device, as a part. */
export function toPart(device: TriedDevice, span: TrialSpan): TrialPart {
  const { deviceId, trial, known } = device;
  const { firings, daysWith, daysWithout, firstDay, nearMisses } = trial;
  const isReporting = daysWith > 0;
  const followed = compareWithKnown(firings, known, span);
  const near = firings.map(({ from }) => device.others.filter(({ at }) => Math.abs(at - from) <= overlapMs));
  const count = (times: readonly number[]) => times.map((one) => ({ times: one, devices: one > 0 ? 1 : 0 }));
  const { value, windowHours, openDelayMinutes, clear } = device.otherwise;
  return {
    tried: 1,
    reporting: isReporting ? 1 : 0,
    daysWith,
    daysWithout,
    firstDay,
    slower: device.isSlow ? 1 : 0,
    nearMisses,
    fired: firings.length === 0 ? [] : [{ deviceId, firings, known }],
    overlap: near.filter((some) => some.length > 0).length,
    overlapBy: near.flatMap(distinct).map((one) => ({ ...one, times: 1 })),
    replacements: followed.replacements,
    serviceCalls: followed.serviceCalls,
    // Of a device without the values nothing could be missed.
    events: isReporting ? followed.events : 0,
    missed: isReporting ? followed.missed.length : 0,
    missedOn: isReporting ? followed.missed.slice(0, mostListed).map((event) => ({ ...event, deviceId })) : [],
    otherwise: {
      value: count(value),
      windowHours: count(windowHours),
      openDelayMinutes: count(openDelayMinutes),
      clear: count(clear),
    },
  };
}

interface Cause {
  readonly kind: string;
  readonly rule?: string;
}
const keyOfCause = ({ kind, rule = '' }: Cause): string => `${kind}:${rule}`;
const distinct = (openings: readonly OtherOpening[]): Cause[] => [
  ...new Map(openings.map(({ at: _at, ...cause }) => [keyOfCause(cause), cause])).values(),
];

/** What was found on the devices of both parts. */
export function joinParts(a: TrialPart, b: TrialPart): TrialPart {
  const causes = new Map<string, TrialPart['overlapBy'][number]>();
  for (const cause of [...a.overlapBy, ...b.overlapBy]) {
    const key = keyOfCause(cause);
    causes.set(key, { ...cause, times: cause.times + (causes.get(key)?.times ?? 0) });
  }
  const firstDays = [a.firstDay, b.firstDay].filter((day) => day !== null);
  const join = (name: keyof OtherForms) =>
    (a.otherwise[name].length === 0 ? b : a).otherwise[name].map((_, index) => {
      const [one, other] = [a.otherwise[name][index], b.otherwise[name][index]];
      return {
        times: (one?.times ?? 0) + (other?.times ?? 0),
        devices: (one?.devices ?? 0) + (other?.devices ?? 0),
      };
    });
  return {
    tried: a.tried + b.tried,
    reporting: a.reporting + b.reporting,
    daysWith: a.daysWith + b.daysWith,
    daysWithout: a.daysWithout + b.daysWithout,
    firstDay: firstDays.length === 0 ? null : Math.min(...firstDays),
    slower: a.slower + b.slower,
    nearMisses: a.nearMisses + b.nearMisses,
    fired: [...a.fired, ...b.fired],
    overlap: a.overlap + b.overlap,
    overlapBy: [...causes.values()],
    replacements: a.replacements + b.replacements,
    serviceCalls: a.serviceCalls + b.serviceCalls,
    events: a.events + b.events,
    missed: a.missed + b.missed,
    missedOn: [...a.missedOn, ...b.missedOn].slice(0, mostListed),
    otherwise: {
      value: join('value'),
      windowHours: join('windowHours'),
      openDelayMinutes: join('openDelayMinutes'),
      clear: join('clear'),
    },
  };
}

/** Who a device is, for people. */
export interface NamedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly customerName: string | null;
}

/** What a result is made of besides what was found on the devices. */
export interface TrialFrame {
  readonly span: TrialSpan;
  /** Devices in scope; more than were tried where a sample was taken. */
  readonly inScope: number;
  /** The other forms that were tried, in the order of the counts. */
  readonly otherForms: OtherForms;
  readonly nameOf: (deviceId: string) => NamedDevice;
  readonly examples: TrialResult['examples'];
  readonly afterwards: TrialResult['afterwards'];
}

/** The devices that fired, the most affected first. */
export const mostAffected = ({ fired }: TrialPart): readonly FiredDevice[] =>
  fired.toSorted((a, b) => b.firings.length - a.firings.length || (a.deviceId < b.deviceId ? -1 : 1));

/** The result of a trial for people. */
export function toResult(part: TrialPart, form: Pick<RuleForm, 'tests'>, frame: TrialFrame): TrialResult {
  const { span, inScope, otherForms, nameOf } = frame;
  const { from, to, now } = span;
  const firings = part.fired.flatMap((device) => device.firings);
  const lasted = firings.map((one) => lastedDays(one, now)).toSorted((a, b) => a - b);
  const byDay = countByDay(firings, span);
  const canBeTried = part.reporting > 0;
  const counted = (name: keyof OtherForms) =>
    otherForms[name].map(([value], index) => ({
      value,
      times: part.otherwise[name][index]?.times ?? 0,
      devices: part.otherwise[name][index]?.devices ?? 0,
    }));
  return {
    days: to - from + 1,
    from: toDate(from),
    to: toDate(to),
    canBeTried,
    coverage: {
      inScope,
      tried: part.tried,
      reporting: part.reporting,
      daysWith: part.daysWith,
      daysWithout: part.daysWithout,
      firstDay: part.firstDay === null ? null : toDate(part.firstDay),
      slower: part.slower,
    },
    sample: part.tried < inScope && part.tried >= leastSample ? toSample(part, inScope) : null,
    isByDay: isByDay(form),
    afterwards: frame.afterwards,
    times: firings.length,
    devices: part.fired.length,
    firingNow: firings.filter((one) => one.to === null).length,
    mostTogether: mostAtOnce(firings),
    crowdedDays: byDay.filter(({ opened }) => opened > crowded).length,
    lastedMedianDays: lasted.length === 0 ? null : round(medianOf(lasted)),
    lastedLongestDays: lasted.length === 0 ? null : round(lasted.at(-1) ?? 0),
    flickering: firings.filter((one) => one.isFlickering === true).length,
    nearMisses: part.nearMisses,
    byDay,
    worst: mostAffected(part)
      .slice(0, mostListed)
      .map((device) => ({
        ...nameOf(device.deviceId),
        times: device.firings.length,
        days: round(sum(device.firings.map((one) => lastedDays(one, now)))),
        firings: toListedFirings(device.deviceId, device.firings),
        known: device.known.filter(({ day }) => day >= from && day <= to).map(toListedEvent),
      })),
    customers: countCustomers(part.fired, nameOf),
    examples: frame.examples,
    followed:
      canBeTried && concernsOf(form.tests) !== undefined
        ? {
            firings: part.replacements + part.serviceCalls,
            replacements: part.replacements,
            serviceCalls: part.serviceCalls,
            visits: null,
            events: part.events,
            missed: part.missed,
            missedOn: part.missedOn.map(({ deviceId, ...event }) => ({ ...nameOf(deviceId), ...toListedEvent(event) })),
          }
        : null,
    overlap: part.overlap,
    overlapBy: part.overlapBy.toSorted((a, b) => b.times - a.times),
    otherwise: {
      value: counted('value'),
      windowHours: counted('windowHours'),
      openDelayMinutes: counted('openDelayMinutes'),
      clear: counted('clear'),
    },
  };
}

/** Fewer devices say nothing of the others. */
const leastSample = 2;

/**
 * What all devices in scope would have had, by what a sample of them had, with 1.96 standard errors (BT-13).
 * The sample is taken without putting back.
 */
function toSample({ fired, tried }: TrialPart, inScope: number): NonNullable<TrialResult['sample']> {
  const share = inScope / tried;
  const left = 1 - tried / inScope;
  const estimate = (counts: readonly number[]): [number, number] => {
    const total = sum(counts);
    const mean = total / tried;
    const variance = (sum(counts.map((one) => one * one)) - tried * mean * mean) / (tried - 1);
    return [Math.round(total * share), Math.ceil(1.96 * inScope * Math.sqrt((Math.max(0, variance) / tried) * left))];
  };
  const [times, timesError] = estimate(fired.map(({ firings }) => firings.length));
  const [devices, devicesError] = estimate(fired.map(() => 1));
  const [firingNow, nowError] = estimate(fired.map(({ firings }) => firings.filter((one) => one.to === null).length));
  return { times, timesError, devices, devicesError, firingNow, nowError };
}

const lastedDays = ({ from, to }: Firing, now: number): number => ((to ?? now) - from) / dayMs;

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

const toListedEvent = ({ day, kind, item }: KnownEvent) => ({ day: toDate(day), kind, item });

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

function countCustomers(fired: readonly FiredDevice[], nameOf: TrialFrame['nameOf']): TrialResult['customers'] {
  const counts = new Map<string | null, { times: number; devices: number }>();
  for (const { deviceId, firings } of fired) {
    const { customerName } = nameOf(deviceId);
    const { times, devices } = counts.get(customerName) ?? { times: 0, devices: 0 };
    counts.set(customerName, { times: times + firings.length, devices: devices + 1 });
  }
  return [...counts]
    .map(([name, one]) => ({ name, ...one }))
    .toSorted((a, b) => b.times - a.times || (a.name ?? '').localeCompare(b.name ?? ''))
    .slice(0, mostListed);
}
