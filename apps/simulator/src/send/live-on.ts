import { stderr } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { toMessage } from '../command-line.ts';
import { type Day, toDay } from '../fleet/calendar.ts';
import type { SentReport } from '../fleet/device.ts';
import type { SimulateOptions } from '../simulate-args.ts';
import type { Receiver } from './deliver.ts';
import { type Filled, toArrival } from './fill-fleet.ts';
import { Sender } from './sender.ts';

const everyMs = 30_000;

/**
 * Goes on with the fleet: each report is delivered when its time has come, without end. A server that is away
 * is asked again later.
 */
export async function liveOn(
  { until }: SimulateOptions,
  receiver: Receiver,
  filled: Filled,
  noteThrough: (day: Day) => void,
): Promise<never> {
  let day = until;
  let waiting: readonly SentReport[] = filled.waiting;
  for (;;) {
    const now = Date.now();
    const today = toDay(now);
    if (day < today) {
      day = today;
      filled.lives.readVisits();
      waiting = [...waiting, ...[...filled.lives.advance(day, 'all')].flatMap(({ reports }) => reports)];
    }
    const due = waiting.filter((sent) => toArrival(sent) <= now);
    if (due.length > 0 && (await deliverAll(receiver, due))) {
      const sentNow = new Set(due);
      waiting = waiting.filter((sent) => !sentNow.has(sent));
      noteThrough(waiting.length === 0 ? day : day - 1);
    }
    await wait(everyMs);
  }
}

async function deliverAll(receiver: Receiver, due: readonly SentReport[]): Promise<boolean> {
  const sender = new Sender(receiver);
  try {
    for (const sent of due) await sender.add(sent);
    await sender.flush();
    return true;
  } catch (error) {
    stderr.write(`${due.length} reports wait: ${toMessage(error)}\n`);
    return false;
  }
}
