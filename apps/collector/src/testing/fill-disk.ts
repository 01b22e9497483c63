// Child process of the full-disk test: fills a small file system through an outbox and prints the result.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { Outbox } from '../outbox/outbox.ts';
import { toErrorMessage } from '../platform/errors.ts';

const [, , mount] = argv;
if (mount === undefined) throw new Error('usage: fill-disk DIRECTORY');
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const options = { directory: join(mount, 'outbox'), maxBytes: 2 ** 30, maxReports: 1_000_000, log: quiet };
const toReport = (number: number) => ({ number, noise: Array.from({ length: 300 }, () => Math.random()).join() });
const all = { reports: 1_000_000, bytes: 2 ** 30 };

let outbox = await Outbox.open(options);
let stored = 0;
let reason = '';
let failures = 0;
for (let number = 0; number < 5000 && failures < 50; number++) {
  try {
    await outbox.append(toReport(number));
    stored += 1;
  } catch (error) {
    failures += 1;
    reason = toErrorMessage(error);
  }
}
// To the last octet: then a start has no room for any data.
const fill = () => {
  for (let n = 0; n < 1000; n++)
    try {
      appendFileSync(join(mount, 'other'), Buffer.alloc(512));
    } catch {
      return;
    }
};
await outbox.close();
fill();
outbox = await Outbox.open(options);
const entries = await outbox.next(all);
const allReadable = entries.length === stored && outbox.count === stored;
await outbox.settle(entries.slice(0, stored - 1));
await outbox.settle(entries);
const emptied = outbox.count === 0 && outbox.bytes === 0;
await outbox.append(toReport(1));
const goesOn = (await outbox.next(all)).length === 1;
await outbox.close();
const again = await Outbox.open(options);
const restarted = again.count === 1;
await again.close();
stdout.write(JSON.stringify({ filled: failures === 50, reason, allReadable, emptied, goesOn, restarted }));
