import type { DeviceReport } from '@platen/contract/report';
import { type Day, toDay } from './calendar.ts';
import { type DeviceDay, simulateDevice, type Window } from './device.ts';
import type { TruthEvent } from './truth.ts';
import { usualWorld, type World } from './world.ts';

/**
 * What a simulated fleet does, in the units in which makers and service companies publish it
 * (docs/decisions/0229, 0291).
 */
export interface Rates {
  readonly deviceYears: number;
  readonly pagesAMonth: number;
  /** Jams per 10,000 sheets and originals fed. */
  readonly jams: number;
  /** Pieces a device-year. */
  readonly partsFailed: number;
  readonly partsByPlan: number;
  readonly cartridges: number;
  /**
   * Days a device-year on which somebody repaired or replaced something other than toner, or came for a call;
   * those that no plan asked for; and pages between two visits.
   */
  readonly visits: number;
  readonly unplannedVisits: number;
  readonly pagesBetweenVisits: number;
  /** Shares of the reports, 0 to 1: the device asks for service; a cartridge is at 10 % or less. */
  readonly down: number;
  readonly tonerLow: number;
  /** The highest share of the devices that a failed part stopped, or made call for service, on one day. */
  readonly mostDown: number;
  /** Share of the devices to which somebody comes, or that need a cartridge, within 14 days. */
  readonly dueSoon: number;
}

interface Sums {
  days: number;
  pages: number;
  feeds: number;
  jams: number;
  failed: number;
  planned: number;
  cartridges: number;
  visits: number;
  unplanned: number;
  reports: number;
  down: number;
  low: number;
  /** Devices that wait for a part, by day. */
  readonly waiting: Map<Day, number>;
  /** Looks at whether something is due soon, and how many found something. */
  looks: number;
  due: number;
}

/** Lives through the window with devices 0 to `devices` - 1 of the fleet of `seed`. */
export function toRates(seed: string, devices: number, window: Window, world: World = usualWorld): Rates {
  const sums: Sums = {
    days: 0,
    pages: 0,
    feeds: 0,
    jams: 0,
    failed: 0,
    planned: 0,
    cartridges: 0,
    visits: 0,
    unplanned: 0,
    reports: 0,
    down: 0,
    low: 0,
    waiting: new Map(),
    looks: 0,
    due: 0,
  };
  for (let index = 0; index < devices; index++) addDevice(sums, simulateDevice(seed, index, window, world), window);
  const years = sums.days / 365;
  return {
    deviceYears: years,
    pagesAMonth: sums.pages / years / 12,
    jams: (sums.jams / sums.feeds) * 10_000,
    partsFailed: sums.failed / years,
    partsByPlan: sums.planned / years,
    cartridges: sums.cartridges / years,
    visits: sums.visits / years,
    unplannedVisits: sums.unplanned / years,
    pagesBetweenVisits: sums.pages / sums.visits,
    down: sums.down / sums.reports,
    tonerLow: sums.low / sums.reports,
    mostDown: Math.max(0, ...sums.waiting.values()) / devices,
    dueSoon: sums.due / sums.looks,
  };
}

function addDevice(sums: Sums, days: Iterable<DeviceDay>, window: Window): void {
  const errors = new Set<string>();
  const events: TruthEvent[] = [];
  let last: DeviceReport | undefined;
  for (const { reports, truth } of days) {
    sums.days++;
    events.push(...truth);
    for (const { report } of reports) {
      if (totalOf(report) >= totalOf(last)) addUse(sums, last, report);
      last = report;
      sums.reports++;
      if (report.status?.detectedErrors?.includes('serviceRequested') === true) sums.down++;
      if (isTonerLow(report)) sums.low++;
      for (const { code, occurredAt } of report.errors ?? [])
        if (/^E[A1-9]?/.test(code)) errors.add(`${code} ${occurredAt}`);
    }
  }
  sums.jams += errors.size;
  for (const event of events) addEvent(sums, event);
  addWaiting(sums, events, window);
  addDue(sums, events, window);
}

function addEvent(sums: Sums, event: TruthEvent): void {
  if (event.kind === 'part' && event.replaced !== null) {
    if (event.preventive) sums.planned++;
    else sums.failed++;
  }
  if (event.kind === 'toner' && event.replaced !== null) sums.cartridges++;
  if (event.kind !== 'visit') return;
  sums.visits++;
  if (event.reasons.some((reason) => reason !== 'plan')) sums.unplanned++;
}

/** Each day on which the device stands still or calls for service because a part of it failed. */
function addWaiting({ waiting }: Sums, events: readonly TruthEvent[], { from, to }: Window): void {
  const days = new Set<Day>();
  for (const event of events) {
    if (event.kind !== 'part' || event.failed === null || !(event.stopped || event.code !== null)) continue;
    const end = event.replaced === null ? to + 1 : toDayOf(event.replaced);
    for (let day = Math.max(from, toDayOf(event.failed)); day < end; day++) days.add(day);
  }
  for (const day of days) waiting.set(day, (waiting.get(day) ?? 0) + 1);
}

const lookEvery = 28;
const soon = 14;

function addDue(sums: Sums, events: readonly TruthEvent[], { from, to }: Window): void {
  const days = events.flatMap((event) => {
    if (event.kind === 'visit') return [toDayOf(event.day)];
    return event.kind === 'toner' && event.replaced !== null ? [toDayOf(event.replaced)] : [];
  });
  for (let look = from; look + soon <= to; look += lookEvery) {
    sums.looks++;
    if (days.some((day) => day > look && day <= look + soon)) sums.due++;
  }
}

const toDayOf = (date: string): Day => toDay(Date.parse(date));

function addUse(sums: Sums, before: DeviceReport | undefined, report: DeviceReport): void {
  if (before === undefined) return;
  const gone = (read: (of: DeviceReport) => number) => Math.max(0, read(report) - read(before));
  sums.pages += gone(totalOf);
  sums.feeds += gone(feedsOf);
}

const valueOf = (reading: { readonly state: string; readonly value?: unknown } | undefined): number =>
  reading?.state === 'measured' && typeof reading.value === 'number' ? reading.value : 0;
const totalOf = (report: DeviceReport | undefined): number => valueOf(report?.counters?.total?.reading);

/** Sheets out of all sources, and originals. */
const feedsOf = ({ counters }: DeviceReport): number =>
  Object.entries(counters?.paperSources ?? {}).reduce(
    (sum, [source, entry]) => sum + (source === 'ADU' ? 0 : valueOf(entry.reading)),
    valueOf(counters?.scanSmall?.reading) + valueOf(counters?.scanLarge?.reading),
  );

const isTonerLow = ({ supplies }: DeviceReport): boolean =>
  (supplies ?? []).some(({ type, percent }) => type === 'toner' && valueOf(percent) <= 10);
