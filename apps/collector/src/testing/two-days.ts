// Child process of the test of a server that is away: fills an outbox, then delivers it, and prints the
// result.
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { Delivery } from '../delivery/delivery.ts';
import { Standing } from '../delivery/standing.ts';
import { Outbox } from '../outbox/outbox.ts';

const [, , directory, server, devicesText, roundsText] = argv;
if (directory === undefined || server === undefined) throw new Error('usage: two-days DIRECTORY SERVER DEVICES ROUNDS');
const [devices, rounds] = [Number(devicesText), Number(roundsText)];
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const outbox = await Outbox.open({ directory, maxBytes: 2 ** 32, maxReports: 1_000_000, log: quiet });
const delivery = new Delivery({
  outbox,
  destination: { server: new URL(server), key: 'key-of-the-test', userAgent: 'test', timeoutMs: 60_000, line: {} },
  log: quiet,
  standing: await Standing.open(join(directory, 'standing.json'), quiet),
  timing: { firstMs: 50, longestMs: 200, slowMs: 200 },
});
const stop = new AbortController();
const running = delivery.run(stop.signal);
let highest = 0;
const weigh = () => {
  highest = Math.max(highest, process.memoryUsage.rss());
};
const timer = setInterval(weigh, 50);

/** As long as the reports of a large machine. */
const toReport = (device: number, round: number) => ({
  device,
  round,
  supplies: Array.from({ length: 24 }, (_, i) => ({
    index: `1.${i}`,
    description: `Toner ${i}`,
    level: (device * 7 + i) % 100,
  })),
});
weigh();
const begun = highest;
for (let round = 0; round < rounds; round++)
  for (let device = 0; device < devices; device += 64) {
    const batch = Array.from({ length: Math.min(64, devices - device) }, (_, i) => toReport(device + i, round));
    await Promise.all(batch.map((report) => outbox.append(report)));
    delivery.wake();
  }
stdout.write(`${JSON.stringify({ waiting: outbox.count, bytes: outbox.bytes, dropped: outbox.dropped })}\n`);
await delivery.untilEmpty({ ms: 3_600_000, acceptWaiting: true });
stop.abort();
await running;
await outbox.close();
clearInterval(timer);
stdout.write(`${JSON.stringify({ left: outbox.count, grown: highest - begun, ...delivery.totals, reasons: [] })}\n`);
