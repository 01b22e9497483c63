import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Day } from '../fleet/calendar.ts';
import { type DeviceDay, type SentReport, simulateDevice } from '../fleet/device.ts';
import type { TruthEvent } from '../fleet/truth.ts';
import { usualWorld, type World } from '../fleet/world.ts';
import { type ServiceOf, VisitRecord } from '../service/visit-record.ts';
import type { SimulateOptions } from '../simulate-args.ts';
import { toReceiver } from './deliver.ts';
import { Progress } from './progress.ts';
import { Sender } from './sender.ts';

/** What really happened, one JSON object a line. */
class TruthFile {
  readonly #stream;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  async write(events: readonly TruthEvent[]): Promise<void> {
    if (events.length === 0) return;
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    if (!this.#stream.write(lines)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}

/** The devices of a fleet, each alive at some day and ready to live on. */
export class FleetLives {
  readonly #lives: Life[] = [];
  readonly #visits: VisitRecord | undefined;
  #services: (device: number) => ServiceOf = () => () => undefined;

  /** `visits`: what service people put in; without it parts are replaced by the rules of the fleet. */
  constructor(visits?: VisitRecord) {
    this.#visits = visits;
    this.readVisits();
  }

  /** Takes the visits that were recorded meanwhile; those of days that were lived already come too late. */
  readVisits(): void {
    if (this.#visits !== undefined) this.#services = this.#visits.services();
  }

  /** Brings a device to life at `from`. */
  add(seed: string, index: number, from: Day, world: World = usualWorld): void {
    const window = { from, to: Number.POSITIVE_INFINITY };
    const days = simulateDevice(seed, index, window, world, (day) => this.#services(index)(day));
    this.#lives.push({ days, next: undefined, last: Number.NEGATIVE_INFINITY });
  }

  /** The days of the newest device, or of all, up to `to`. No day is lived before it is asked for. */
  *advance(to: Day, which: 'newest' | 'all'): Generator<DeviceDay> {
    for (const life of which === 'all' ? this.#lives : this.#lives.slice(-1)) {
      while (life.last < to) {
        life.next ??= life.days.next().value ?? undefined;
        // Set up later.
        if (life.next === undefined || life.next.day > to) break;
        life.last = life.next.day;
        yield life.next;
        life.next = undefined;
      }
    }
  }
}

interface Life {
  readonly days: Generator<DeviceDay>;
  next: DeviceDay | undefined;
  last: Day;
}

/** When a report comes to its server, by a right clock: never before it was made. */
export const toArrival = ({ report, clockOffset }: SentReport): number =>
  Date.parse(report.observedAt) - clockOffset * 1000;

export interface Filled {
  readonly sender: Sender;
  readonly seconds: number;
  /** Reports of the window that are not due yet. */
  readonly waiting: readonly SentReport[];
  /** Where the devices are alive to go on; empty unless `live`. */
  readonly lives: FleetLives;
}

/** Makes the whole window of all devices, device by device, and delivers what is due at `now`. */
export async function fillFleet(options: SimulateOptions, now: number): Promise<Filled> {
  const { devices, days, seed, server, key, until, live, world } = options;
  const progress = new Progress(devices);
  const sender = new Sender(server === undefined ? undefined : toReceiver(server, key), (reports) =>
    progress.add({ reports }),
  );
  const truth = options.truth === undefined ? undefined : new TruthFile(options.truth);
  const from = until - days + 1;
  const lives = new FleetLives(options.visits === undefined ? undefined : new VisitRecord(options.visits));
  const waiting: SentReport[] = [];
  const toDays = (index: number): Iterable<DeviceDay> => {
    if (!live) return simulateDevice(seed, index, { from, to: until }, world);
    lives.add(seed, index, from, world);
    return lives.advance(until, 'newest');
  };
  for (let index = 0; index < devices; index++) {
    for (const { reports, truth: events } of toDays(index)) {
      await truth?.write(events);
      for (const sent of reports)
        if (toArrival(sent) <= now) await sender.add(sent);
        else waiting.push(sent);
    }
    progress.add({ devices: 1 });
    // The answers of the server want to be heard.
    await yieldToOthers();
  }
  await sender.flush();
  await truth?.close();
  progress.end();
  return { sender, seconds: progress.seconds, waiting, lives };
}
