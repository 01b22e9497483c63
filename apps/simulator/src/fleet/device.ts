import type { DeviceReport } from '@platen/contract/report';
import { type Day, dayMs } from './calendar.ts';
import type { Component, Draft, Resettable } from './component.ts';
import { toComponents } from './components.ts';
import { Counters } from './counters.ts';
import { type DeviceSpec, toSpec } from './device-spec.ts';
import { ErrorLog } from './error-log.ts';
import { Installation } from './installation.ts';
import { misread } from './part-counter.ts';
import { type DayQuirks, Quirks } from './quirks.ts';
import { Random } from './random.ts';
import { toReport } from './to-report.ts';
import type { TruthEvent } from './truth.ts';
import { Usage } from './usage.ts';
import type { FailedItem, ServiceDay } from './visits.ts';
import { usualWorld, type World } from './world.ts';

/** A report and by how many seconds the clock of its sender is ahead when it is sent. */
export interface SentReport {
  readonly report: DeviceReport;
  readonly clockOffset: number;
}

/** What comes from one device on one day: late reports come on the day they arrive, doubled ones twice. */
export interface DeviceDay {
  readonly day: Day;
  readonly reports: readonly SentReport[];
  readonly truth: readonly TruthEvent[];
  /** Parts and drives that have failed and are still in it at the end of the day. */
  readonly failed: readonly FailedItem[];
}

/** Both included, days since 1970. */
export interface Window {
  readonly from: Day;
  readonly to: Day;
  /**
   * Last day on which the device reports; after it only the truth goes on, which costs half the time. Left
   * out: `to`.
   */
  readonly reportsTo?: Day;
}

/**
 * Days before the window whose errors a report in it may still tell: those that a log keeps, and the way of a
 * late report.
 */
const remembered = 40;

/**
 * The life of device `index` of the fleet of `seed`, day by day from the later of `from` and its first day;
 * the last entry holds, as truth, what is still under way. A day is a function of seed, index and the days
 * before: neither the number of devices nor the window changes it. What `next` is given is what service
 * people do on the following day, else `serviceOf` says it for each day; while it is given, only they come
 * for a failure.
 */
export function* simulateDevice(
  seed: string,
  index: number,
  window: Window,
  world: World = usualWorld,
  serviceOf: (day: Day) => ServiceDay | undefined = () => undefined,
): Generator<DeviceDay, void, ServiceDay | undefined> {
  let service: ServiceDay | undefined;
  const device = new Device(toSpec(seed, index, world));
  for (let day = device.spec.setUp; day <= window.to; day++) {
    const made = device.step(day, window, service ?? serviceOf(day));
    if (day >= window.from) service = yield made;
  }
  yield { day: window.to, reports: [], truth: device.unfinished(), failed: [] };
}

class Device {
  readonly spec: DeviceSpec;
  readonly #usage: Usage;
  readonly #counters: Counters;
  readonly #quirks: Quirks;
  readonly #log: ErrorLog;
  readonly #installation: Installation;
  readonly #components: readonly Component[];
  readonly #resettables: readonly Resettable[];
  readonly #late = new Map<Day, SentReport[]>();

  constructor(spec: DeviceSpec) {
    this.spec = spec;
    this.#usage = new Usage(spec);
    this.#counters = new Counters(spec);
    this.#quirks = new Quirks(spec);
    this.#log = new ErrorLog(spec);
    this.#installation = new Installation(spec);
    const { components, resettables } = toComponents(spec);
    this.#components = components;
    this.#resettables = [this.#counters, ...resettables];
  }

  /** Lives through a day; only the reports of the window are written, which changes nothing of the life. */
  step(day: Day, { from, to, reportsTo = to }: Window, service: ServiceDay | undefined): DeviceDay {
    this.#log.visits.serve(service);
    const quirks = this.#quirks.step(day, this.#log);
    if (quirks.reset) {
      for (const one of this.#resettables) one.reset();
      this.#log.error('F094');
    }
    const use = this.#usage.step(day, quirks.idle || this.#log.visits.isStopped(day));
    const totalBefore = this.#counters.total;
    this.#counters.step(use);
    for (const component of this.#components) component.step(use, this.#log);
    this.#installation.step(day, quirks.moved, this.#log);
    let noise: Random | undefined;
    const toNoise = () => (noise ??= new Random(this.spec.seed, this.spec.index, 'noise', day));
    if (day >= from - remembered && day <= reportsTo) this.#log.closeDay(use, totalBefore, toNoise);
    else this.#log.forgetDay();
    const arrived = this.#late.get(day) ?? [];
    this.#late.delete(day);
    const sent = quirks.silent || day > reportsTo ? [] : this.#send(day, quirks, from, toNoise);
    const reports = day >= from ? [...arrived, ...sent] : [];
    return { day, reports, truth: this.#log.takeTruth(day), failed: this.#log.visits.failed };
  }

  unfinished(): TruthEvent[] {
    return [...this.#components, this.#quirks].flatMap((component) => component.unfinished());
  }

  /** A late report of a day before the window still arrives in it: such days are written too. */
  #send(day: Day, quirks: DayQuirks, from: Day, toNoise: () => Random): readonly SentReport[] {
    const errors = this.#log.takeErrors(day);
    const changes = this.#installation.takeChanges(day);
    if (day + quirks.late < from) return [];
    const noise = toNoise();
    const draft: Draft = { supplies: [], parts: [], sensors: [], storage: [], states: new Set(), panel: [] };
    for (const component of this.#components) component.report(draft, noise);
    misread(draft, noise, this.spec.world.misread);
    const second = this.spec.reportMinute * 60 + noise.whole(0, 599);
    const report = toReport(this.spec, {
      observedAt: new Date(day * dayMs + second * 1000).toISOString(),
      counters: this.#counters.toSection(),
      draft,
      errors,
      site: this.#installation.toSite(),
      address: this.#installation.address,
      changes,
      clockOffset: quirks.clockOffset,
    });
    const sent = { report, clockOffset: quirks.clockOffset };
    const all = quirks.twice ? [sent, sent] : [sent];
    if (quirks.late === 0) return all;
    const due = day + quirks.late;
    this.#late.set(due, [...(this.#late.get(due) ?? []), ...all]);
    return [];
  }
}
