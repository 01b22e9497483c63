import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import type { ListHealth, ListMeasure } from '@platen/contract/list-health';
import type { ConditionKind, Priority, Resolution } from '@platen/contract/worklist-names';
import { toDate } from '../components/part-life/dates.ts';
import type { WorkTime } from './calendar.ts';
import { flickering } from './condition-machine.ts';
import { type Identity, type Instant, keyOf, type LocalDay } from './model.ts';

// How good the list is (WL-72), against its targets (WL-73), from what really happened.

const weeks = 8;
const weekDays = 7;
const fleetingMs = hourMs;
const staleMs = 14 * dayMs;
/** Openings as P1 and P2 within ten minutes that are never exceeded. */
const burst = { ms: 10 * minuteMs, most: 10 };
const mostFrequent = 10;
const mostCauses = 3;

/** Values at most; of `stale` for each person. */
const targets: Readonly<Record<ListMeasure, number>> = {
  openingsAnHour: 6,
  shareP1: 0.05,
  shareP2: 0.15,
  flickering: 0,
  stale: 5,
  fleeting: 0.05,
  nuisance: 0.2,
};

/** One opening of a condition, the first or a return, with what followed before the next one. */
export interface MeasuredOpening extends Identity {
  /** The device, collector or customer. */
  readonly entityId: string;
  readonly at: Instant;
  /** Class of its row then. */
  readonly priority: Priority;
  /** When a person first acknowledged, assigned, planned, snoozed or resolved it; null: not yet. */
  readonly acknowledgedAt: Instant | null;
  readonly resolvedAt: Instant | null;
  readonly resolution: Resolution | null;
  /** Every change by people or the server, ascending. */
  readonly changes: readonly Instant[];
}

export interface MeasureContext {
  readonly now: Instant;
  readonly time: WorkTime;
  /** Number of people with the right to act who were signed in, by day of the organisation. */
  readonly people: ReadonlyMap<LocalDay, number>;
}

/** A measure of the openings of a span: its value, null where nothing can be measured, and what causes it. */
interface Measured {
  readonly value: number | null;
  readonly causing: readonly MeasuredOpening[];
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
  readonly openings: readonly MeasuredOpening[];
  readonly all: readonly MeasuredOpening[];
  readonly context: MeasureContext;
}

const isPressing = ({ priority }: MeasuredOpening): boolean => priority === 'P1' || priority === 'P2';

function share(part: readonly MeasuredOpening[], of: readonly MeasuredOpening[]): Measured {
  return { value: of.length === 0 ? null : part.length / of.length, causing: part };
}

const measures: Readonly<Record<ListMeasure, (span: Span) => Measured>> = {
  openingsAnHour: ({ from, to, openings, context: { time, people } }) => {
    // What opened on a day without people was shown to no user.
    const pressing = openings.filter((one) => isPressing(one) && (people.get(time.dayOf(one.at)) ?? 0) > 0);
    let personHours = 0;
    for (let day = time.dayOf(from); day <= time.dayOf(to - 1); day++)
      personHours += time.hoursOf(day) * (people.get(day) ?? 0);
    return { value: personHours === 0 ? null : pressing.length / personHours, causing: pressing };
  },
  shareP1: ({ openings }) =>
    share(
      openings.filter(({ priority }) => priority === 'P1'),
      openings,
    ),
  shareP2: ({ openings }) =>
    share(
      openings.filter(({ priority }) => priority === 'P2'),
      openings,
    ),
  flickering: ({ openings }) => {
    const often = [...groupBy(openings, identityOf).values()].filter((group) =>
      group.some(({ at }, index) => {
        const third = group[index + flickering.openings - 1];
        return third !== undefined && third.at - at < flickering.ms;
      }),
    );
    return { value: often.length, causing: often.flat() };
  },
  stale: ({ to, all, context: { time, people } }) => {
    const stale = all.filter(({ at, resolvedAt, changes }) => {
      const last = changes.findLast((change) => change <= to) ?? at;
      return at <= to && (resolvedAt === null || resolvedAt > to) && to - last > staleMs;
    });
    const days = [...people].filter(([day]) => day <= time.dayOf(to) && day > time.dayOf(to) - weekDays);
    const most = Math.max(0, ...days.map(([, count]) => count));
    return { value: most === 0 ? null : stale.length / most, causing: stale };
  },
  fleeting: ({ openings }) =>
    share(
      openings.filter(
        ({ at, resolvedAt, resolution }) => resolution === 'device' && (resolvedAt ?? at) - at <= fleetingMs,
      ),
      openings,
    ),
  nuisance: ({ openings }) => {
    const resolved = openings.filter((one) => isPressing(one) && one.resolution !== null);
    return share(
      resolved.filter(({ resolution }) => resolution === 'noFaultFound' || resolution === 'notAProblem'),
      resolved,
    );
  },
};

const identityOf = (one: MeasuredOpening): string => `${one.entityId} ${keyOf(one)}`;

function groupBy(openings: readonly MeasuredOpening[], name: (one: MeasuredOpening) => string) {
  const groups = new Map<string, MeasuredOpening[]>();
  for (const one of openings) {
    const group = groups.get(name(one));
    if (group === undefined) groups.set(name(one), [one]);
    else group.push(one);
  }
  return groups;
}

/**
 * The measures over the last eight weeks, as a whole and by week, oldest week first. What cannot be
 * measured is null, and neither met nor missed. Shares are of what opened in the span.
 */
export function measureList(given: readonly MeasuredOpening[], context: MeasureContext): Omit<ListHealth, 'zone'> {
  const { now, time } = context;
  const today = time.dayOf(now);
  const starts = Array.from({ length: weeks }, (_, week) => time.startOf(today + 1 - (weeks - week) * weekDays));
  const all = given.toSorted((a, b) => a.at - b.at);
  const spanOf = (from: Instant, to: Instant): Span => ({
    from,
    to,
    openings: all.filter(({ at }) => at >= from && at < to),
    all,
    context,
  });
  const from = starts[0] ?? now;
  const end = time.startOf(today + 1);
  const whole = { ...spanOf(from, end), to: now };
  const byWeek = starts.map((start, week) => spanOf(start, starts[week + 1] ?? end));
  const causes: Record<string, { kind: ConditionKind; count: number }[]> = {};
  const measured = (name: ListMeasure) => {
    const { value, causing } = measures[name](whole);
    const isMet = value === null ? null : value <= targets[name] && (name !== 'openingsAnHour' || !hasBurst(causing));
    if (isMet === false) causes[name] = toCauses(causing);
    return { value, target: targets[name], met: isMet, weeks: byWeek.map((span) => measures[name](span).value) };
  };
  const minutes = (span: Span) =>
    span.openings
      .flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === null ? [] : [time.minutesBetween(at, acknowledgedAt)]))
      .sort((a, b) => a - b);
  const waited = minutes(whole);
  return {
    from: toDate(time.dayOf(from)),
    to: toDate(today),
    measures: {
      openingsAnHour: measured('openingsAnHour'),
      shareP1: measured('shareP1'),
      shareP2: measured('shareP2'),
      flickering: measured('flickering'),
      stale: measured('stale'),
      fleeting: measured('fleeting'),
      nuisance: measured('nuisance'),
    },
    acknowledged: {
      median: quantile(waited, 0.5),
      ninety: quantile(waited, 0.9),
      weeks: byWeek.map((span) => quantile(minutes(span), 0.5)),
    },
    frequent: toFrequent(whole.openings),
    causes,
  };
}

const hasBurst = (openings: readonly MeasuredOpening[]): boolean =>
  openings.some(({ at }, index) => (openings[index + burst.most]?.at ?? Infinity) - at < burst.ms);

/** The value that a share of the sorted values does not exceed; null without any. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

/** Kinds that cause most of a missed target. */
function toCauses(openings: readonly MeasuredOpening[]): { kind: ConditionKind; count: number }[] {
  const counts = new Map<ConditionKind, number>();
  for (const { kind } of openings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, mostCauses);
}

/** The ten identities that opened most often, with their share of all openings (WL-41, WL-73). */
function toFrequent(openings: readonly MeasuredOpening[]): ListHealth['frequent'] {
  const groups = [...groupBy(openings, identityOf).values()].toSorted((a, b) => b.length - a.length);
  return groups.slice(0, mostFrequent).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, subject, entityId: rowId } = first;
    return [{ kind, subject, rowId, count: group.length, share: group.length / openings.length }];
  });
}
