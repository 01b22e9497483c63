import { dayMs } from '@platen/contract/constants';
import type { DeviceReport } from '@platen/contract/report';
import { decideErrorCategory } from '@platen/diagnosis/error-category';
import {
  type Day,
  type DeviceHistory,
  type ErrorEvent,
  keysOf,
  type ReportedReplacement,
  type Series,
  seriesOf,
  toDays,
} from '@platen/diagnosis/history/day-reading';
import { decodePages, decodeReadings, encodeReadings } from '@platen/server/store/report-format/day-readings';
import { type SentReport, simulateDevice, type Window } from '@platen/simulator/fleet/device';
import { toSpec } from '@platen/simulator/fleet/device-spec';
import type { TruthEvent as TruthLine } from '@platen/simulator/fleet/truth';
import { type WorldName, worlds } from '@platen/simulator/fleet/worlds';
import type { TruthEvent } from './fleet-truth.ts';

/** What the server knows of a simulated device, and what really happened to it. */
export interface SimulatedPast {
  readonly history: DeviceHistory;
  readonly truth: readonly TruthEvent[];
  /** Paper sources with a feed roller; colours and SATA ports as reported. */
  readonly sources: readonly string[];
  readonly colors: readonly string[];
  readonly ports: readonly string[];
}

/**
 * The past of device `index` of the fleet of `seed`: its reports go through the packing of the store, by the
 * day on which they were measured; times are corrected by the sender's clock, as at the door of the server.
 */
export function simulatePast(seed: string, index: number, window: Window, world: WorldName): SimulatedPast {
  const recorder = new PastRecorder();
  const truth: TruthEvent[] = [];
  for (const { reports, truth: lines } of simulateDevice(seed, index, window, worlds[world])) {
    for (const line of lines) truth.push(...toTruth(line));
    recorder.add(reports);
  }
  const history = recorder.toHistory();
  const named = (pattern: RegExp) => [...keysOf(history)].flatMap((key) => pattern.exec(key)?.[1] ?? []);
  return {
    history,
    truth,
    sources: toSpec(seed, index).sources.flatMap(({ source, roller }) => (roller === undefined ? [] : [source])),
    colors: named(/^toner\.(\w+)$/),
    ports: named(/^drive\.(\d+)$/),
  };
}

/** Collects the reports of one device as the server stores them. */
export class PastRecorder {
  readonly #days = new Map<Day, { at: number; values: Map<string, number> }>();
  readonly #errors = new Map<string, ErrorEvent>();
  readonly #replacements = new Map<string, ReportedReplacement>();
  #identity: DeviceReport['identity'] | undefined;

  add(reports: readonly SentReport[]): void {
    for (const { report, clockOffset } of reports) {
      this.#identity = report.identity;
      addReadings(this.#days, report, correctedTime(report, clockOffset));
      for (const error of report.errors ?? []) {
        const event = toErrorEvent(error, clockOffset);
        this.#errors.set(`${event.at} ${event.code}`, event);
      }
      for (const { partsCode, replacedAt } of report.parts ?? [])
        if (replacedAt !== undefined) {
          const one = {
            item: `part.${partsCode}`,
            day: Math.floor((Date.parse(replacedAt) - clockOffset * 1000) / dayMs),
          };
          this.#replacements.set(`${one.item} ${one.day}`, one);
        }
    }
  }

  /** Ascending by time. */
  errorsSince(since: number): ErrorEvent[] {
    return [...this.#errors.values()].filter(({ at }) => at >= since).toSorted((a, b) => a.at - b.at);
  }

  /** What a server would load that keeps readings and errors from `since` on. */
  toHistory(since: Day = Number.NEGATIVE_INFINITY): DeviceHistory {
    const days = [...this.#days].filter(([day]) => day >= since).toSorted(([one], [other]) => one - other);
    const { model, series } = this.#identity ?? {};
    return {
      family: series ?? null,
      model: model?.state === 'measured' ? model.value : null,
      firmware: null,
      days: toDays(
        days.map(([day]) => day),
        toSeries(days),
      ),
      errors: this.errorsSince(since * dayMs),
      replacements: [...this.#replacements.values()].toSorted((a, b) => a.day - b.day),
    };
  }
}

/** When a report was made, by the clock of the server. */
export const correctedTime = ({ observedAt }: DeviceReport, clockOffset: number): number =>
  Date.parse(observedAt) - clockOffset * 1000;

/** Days in order as one series a key: a fleet is held in memory while it is judged on many days. */
function toSeries(days: readonly (readonly [Day, { readonly values: ReadonlyMap<string, number> }])[]) {
  const series = new Map<string, { day: Day; value: number }[]>();
  for (const [day, { values }] of days)
    for (const [key, value] of values) {
      const one = series.get(key);
      if (one === undefined) series.set(key, [{ day, value }]);
      else one.push({ day, value });
    }
  return series;
}

/**
 * What the server would load on that day: the last `readings` days, cut out of the series without a look at
 * each day.
 */
export function loadedOn(history: DeviceHistory, day: Day, readings: number): DeviceHistory {
  const since = day - readings + 1;
  const [first, last] = [indexOfDay(history.days, since), indexOfDay(history.days, day + 1)];
  const series = new Map<string, Series>();
  for (const key of keysOf(history)) {
    const whole = seriesOf(history, key);
    const own = whole.slice(indexOfDay(whole, since), indexOfDay(whole, day + 1));
    if (own.length > 0) series.set(key, own);
  }
  return {
    ...history,
    days: toDays(
      history.days.slice(first, last).map((entry) => entry.day),
      series,
    ),
    errors: history.errors.filter(({ at }) => at >= since * dayMs && at < (day + 1) * dayMs),
    replacements: history.replacements.filter((one) => one.day <= day),
    ...(history.foundGood && { foundGood: history.foundGood.filter((one) => one.day <= day) }),
  };
}

/** Index of the first entry on a day or after it; entries ascend. */
function indexOfDay(entries: readonly { readonly day: Day }[], day: Day): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.day ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of several reports of a day the latest stands. */
function addReadings(
  days: Map<Day, { at: number; values: Map<string, number> }>,
  report: DeviceReport,
  at: number,
): void {
  const day = Math.floor(at / dayMs);
  const before = days.get(day);
  if (before !== undefined && before.at >= at) return;
  const values = new Map<string, number>();
  const { total, color, black } = report.counters ?? {};
  const toNumber = (counter: typeof total) => (counter?.reading.state === 'measured' ? counter.reading.value : null);
  decodePages({ total: toNumber(total), color: toNumber(color), black: toNumber(black) }, values);
  decodeReadings(encodeReadings(report), values);
  days.set(day, { at, values });
}

function toErrorEvent(error: NonNullable<DeviceReport['errors']>[number], clockOffset: number): ErrorEvent {
  const conditions = Object.entries(error.conditions ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    at: Date.parse(error.occurredAt) - clockOffset * 1000,
    code: error.code,
    category: decideErrorCategory(error.code),
    counter: error.counter ?? null,
    conditions: Object.fromEntries(conditions),
  };
}

const toDay = (text: string): Day => Math.floor(Date.parse(text) / dayMs);
const toMaybeDay = (text: string | null): Day | null => (text === null ? null : toDay(text));

/** Truth that is scored, with days as numbers. */
export function toTruth(line: TruthLine): TruthEvent[] {
  switch (line.kind) {
    case 'part':
      return [
        {
          kind: 'part',
          part: line.part,
          installed: toDay(line.installed),
          failed: toMaybeDay(line.failed),
          sudden: line.sudden,
          replaced: toMaybeDay(line.replaced),
        },
      ];
    case 'spared':
      return [{ kind: 'spared', part: line.part, installed: toDay(line.installed), failed: toDay(line.failed) }];
    case 'roller':
      return [
        {
          kind: 'roller',
          source: line.source,
          driftFrom: toDay(line.driftFrom),
          replaced: toMaybeDay(line.replaced),
        },
      ];
    case 'toner':
      return [
        {
          kind: 'toner',
          color: line.color,
          installed: toDay(line.installed),
          empty: toMaybeDay(line.empty),
          replaced: toMaybeDay(line.replaced),
        },
      ];
    case 'storage':
      return [{ kind: 'storage', port: line.port, failed: toDay(line.failed), silent: line.silent }];
    case 'sensor':
    case 'polygon':
      return [{ kind: line.kind, color: line.color, from: toDay(line.from), to: toMaybeDay(line.to) }];
    case 'ce':
      return [{ kind: 'ce', code: line.code, from: toDay(line.from), to: toMaybeDay(line.to) }];
    case 'visit':
    case 'event':
      return [];
    default:
      return line satisfies never;
  }
}
