// Child process of the crash test: appends numbered reports and prints each number once it is on disk, until
// it is killed.
import { writeSync } from 'node:fs';
import { argv } from 'node:process';
import { Outbox } from '../outbox/outbox.ts';

const [, , directory, from] = argv;
if (directory === undefined || from === undefined) throw new Error('usage: append-forever DIRECTORY FROM');
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const outbox = await Outbox.open({ directory, maxBytes: 2 ** 30, maxReports: 1_000_000, log: quiet });
/** Written at once: what process.stdout holds back while the test is slow to read dies with the process. */
const print = (line: string) => {
  let left = Buffer.from(`${line}\n`);
  while (left.length > 0)
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      // The pipe is full until the test has read.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
};
let number = Number(from);
const worker = async () => {
  for (;;) {
    const mine = number++;
    await outbox.append({ number: mine, filler: 'x'.repeat(200 + (mine % 7) * 900) });
    print(`+${mine}`);
  }
};
// Some are removed meanwhile, as a delivery would.
const taker = async () => {
  for (;;) {
    const entries = await outbox.next({ reports: 3, bytes: 1e6 });
    // Printed before it is done, so that the test knows all that may have been removed.
    for (const entry of entries) print(`-${entry.line.toString('utf8').slice(0, 40)}`);
    await outbox.settle(entries);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
await Promise.all([worker(), worker(), worker(), taker()]);
