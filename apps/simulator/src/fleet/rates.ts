import type { DeviceReport } from '@platen/contract/report';
import { type DeviceDay, simulateDevice, type Window } from './device.ts';
import type { TruthEvent } from './truth.ts';
import { usualWorld, type World } from './world.ts';

/**
 * What a simulated fleet does, in the units in which makers and service companies publish it
 * (docs/decisions/0229).
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
   * Days on which somebody repaired or replaced something other than toner, a device-year; and pages between
   * two of them.
   */
  readonly visits: number;
  readonly pagesBetweenVisits: number;
  /** Shares of the reports, 0 to 1: the device asks for service; a cartridge is at 10 % or less. */
  readonly down: number;
  readonly tonerLow: number;
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
  reports: number;
  down: number;
  low: number;
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
    reports: 0,
    down: 0,
    low: 0,
  };
  for (let index = 0; index < devices; index++) addDevice(sums, simulateDevice(seed, index, window, world));
  const years = sums.days / 365;
  return {
    deviceYears: years,
    pagesAMonth: sums.pages / years / 12,
    jams: (sums.jams / sums.feeds) * 10_000,
    partsFailed: sums.failed / years,
    partsByPlan: sums.planned / years,
    cartridges: sums.cartridges / years,
    visits: sums.visits / years,
    pagesBetweenVisits: sums.pages / sums.visits,
    down: sums.down / sums.reports,
    tonerLow: sums.low / sums.reports,
  };
}

function addDevice(sums: Sums, days: Iterable<DeviceDay>): void {
  const errors = new Set<string>();
  let first: DeviceReport | undefined;
  let last: DeviceReport | undefined;
  for (const { reports, truth } of days) {
    sums.days++;
    for (const event of truth) addEvent(sums, event);
    for (const { report } of reports) {
      if (totalOf(report) < totalOf(last)) first = undefined;
      addUse(sums, first, report);
      first = report;
      last = report;
      sums.reports++;
      if (report.status?.detectedErrors?.includes('serviceRequested') === true) sums.down++;
      if (isTonerLow(report)) sums.low++;
      for (const { code, occurredAt } of report.errors ?? [])
        if (/^E[A1-9]?/.test(code)) errors.add(`${code} ${occurredAt}`);
    }
  }
  sums.jams += errors.size;
}

function addEvent(sums: Sums, event: TruthEvent): void {
  if (event.kind === 'part' && event.replaced !== null) {
    if (event.preventive) sums.planned++;
    else sums.failed++;
  }
  if (event.kind === 'toner' && event.replaced !== null) sums.cartridges++;
  if (event.kind === 'visit') sums.visits++;
}

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
