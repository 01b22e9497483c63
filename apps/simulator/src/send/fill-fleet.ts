import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type DeviceDay, type SentReport, simulateDevice } from '../fleet/device.ts';
import type { SimulateOptions } from '../simulate-args.ts';
import { toReceiver } from './deliver.ts';
import { FleetLives } from './fleet-lives.ts';
import { Progress } from './progress.ts';
import { Sender } from './sender.ts';
import { TruthFile } from './truth-file.ts';

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
  const lives = new FleetLives();
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
