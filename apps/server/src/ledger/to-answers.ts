import { splitMeter } from '@platen/contract/meter-names';
import type { LedgerReading, MeterBreak, MeterCorrection, MeterPeriod } from '@platen/contract/meters';
import type { MeterRow, MeterRun } from '@platen/diagnosis/meters/continue-meter';
import { readMeterAt } from '@platen/diagnosis/meters/read-meter';
import { dayMs, minuteMs } from '../base/time.ts';
import { type DeviceMeters, pageKeyOf, type StoredCorrection } from './load-meters.ts';

const toInstant = (at: number): string => new Date(at).toISOString();
const toMaybe = (at: number | null): string | null => (at === null ? null : toInstant(at));
const toTimed = ({ at, value }: { at: number; value: number }) => ({ at: toInstant(at), value });

/** A meter of a device with all that its answers are made of. */
export interface MeterPast {
  readonly meter: string;
  readonly device: DeviceMeters;
  readonly run: MeterRun;
}

export function toReading({ device, run, meter }: MeterPast, row: MeterRow): LedgerReading {
  const entered = device.corrections.find(
    (one) => one.kind === 'reading' && one.state === 'inForce' && one.meter === meter && one.at === row.at,
  );
  const report = device.reports.find(({ at, values }) => at === row.at && values.has(meter));
  const { offset = 0 } = run.epochs[row.epoch] ?? {};
  return {
    at: toInstant(row.at),
    receivedAt: toMaybe(report?.receivedAt ?? null),
    raw: row.value,
    offset: row.billed === null ? null : offset,
    billed: row.billed,
    rise: row.rise,
    state: row.state === 'excluded' ? (row.exclusion ?? 'stated') : row.state,
    source: report === undefined ? (entered?.source ?? 'report') : 'report',
    ...(report?.of?.serial && { serial: report.of.serial }),
  };
}

export function toEpoch({ run }: Pick<MeterPast, 'run'>, index: number) {
  const epoch = run.epochs[index];
  return epoch === undefined ? null : { ...epoch, number: index + 1, from: toInstant(epoch.from) };
}

export const toBreaks = ({ device, run, meter }: MeterPast): MeterBreak[] =>
  run.breaks.map(({ kind, before, after, cause, healed, usual }) => {
    const stated = device.corrections.findLast(
      (one) => one.kind === 'cause' && one.state === 'inForce' && one.meter === meter && one.at === after.at,
    );
    const day = toInstant(after.at).slice(0, 10);
    const ofDay = device.dayCauses.find((one) => one.key === pageKeyOf(meter) && one.day === day);
    return {
      kind,
      before: toTimed(before),
      after: toTimed(after),
      cause,
      statedBy: cause === null ? null : (stated?.madeBy?.name ?? ofDay?.by ?? null),
      statedAt: cause === null ? null : toMaybe(stated?.madeAt ?? ofDay?.at ?? null),
      healed: healed === undefined ? null : toTimed(healed),
      usual: usual ?? null,
    };
  });

/** A meter at an instant (LG-15). */
export function toAt(past: MeterPast, instant: number) {
  const { state, value, used, ageMs, next, canDiffer } = readMeterAt(past.run, instant);
  return {
    instant: toInstant(instant),
    state,
    value,
    used: used && toReading(past, used),
    ageMinutes: ageMs === null ? null : Math.floor(ageMs / minuteMs),
    next: next && toReading(past, next),
    canDiffer,
  };
}

export const toCorrection = (stored: StoredCorrection): MeterCorrection => ({
  correctionId: stored.correctionId,
  kind: stored.kind,
  at: toInstant(stored.at),
  until: toMaybe(stored.until),
  cause: stored.cause,
  pages: stored.pages,
  value: stored.value,
  source: stored.source,
  reason: stored.reason,
  note: stored.note,
  visitId: stored.visitId,
  state: stored.state,
  madeBy: stored.madeBy,
  madeAt: toInstant(stored.madeAt),
  decidedBy: stored.decidedBy,
  decidedAt: toMaybe(stored.decidedAt),
});

/** Days of the organisation's clock. */
export interface Days {
  readonly dayOf: (at: number) => number;
  readonly startOf: (day: number) => number;
}

/** Months in an answer. */
const mostPeriods = 13;

/** `2026-11` of a day since 1970. */
const monthOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 7);

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** From the first instant of a month to that of the next. */
export const toMonthSpan = (month: string, { startOf }: Pick<Days, 'startOf'>): { from: number; to: number } => {
  const first = (name: string) => startOf(Math.floor(Date.parse(`${name}-01`) / dayMs));
  return { from: first(month), to: first(monthAfter(month)) };
};

/** The months of a meter, newest first, from that of its first reading on; the newest has not ended. */
export function toPeriods({ run, device, meter }: MeterPast, now: number, days: Days): MeterPeriod[] {
  const first = run.rows.find(({ state }) => state !== 'excluded');
  if (first === undefined) return [];
  const last = monthOf(days.dayOf(now));
  const months: string[] = [];
  for (let month = monthOf(days.dayOf(first.at)); month <= last; month = monthAfter(month)) months.push(month);
  return months
    .slice(-mostPeriods)
    .toReversed()
    .map((month) => {
      const { from, to } = toMonthSpan(month, days);
      const end = readMeterAt(run, Math.min(to, now) - 1);
      // A device that came within the month counts from its first reading (LG-37).
      const start = readMeterAt(run, from - 1).used ?? first;
      const corrected = correctedIn({ device, meter }, { from, to });
      const isBilled = end.value !== null && start.billed !== null && end.used !== null;
      const use = isBilled && end.used !== null ? end.used.used - start.used : null;
      return {
        month,
        from: toInstant(from),
        to: toInstant(to),
        start: start.billed,
        end: end.value,
        use,
        corrected,
        billed: use === null ? null : use + corrected,
        state: end.state,
      };
    });
}

/** Sum of what people added and took in a time. */
export const correctedIn = (
  { device, meter }: Pick<MeterPast, 'device' | 'meter'>,
  { from, to }: { readonly from: number; readonly to: number },
): number =>
  device.corrections.reduce(
    (sum, one) =>
      one.meter === meter && one.kind === 'pages' && one.state === 'inForce' && one.at >= from && one.at < to
        ? sum + (one.pages ?? 0)
        : sum,
    0,
  );

export const unitOf = (meter: string): string => splitMeter(meter).unit;
