import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCollector, toBuilt } from '../testing/build-collector.ts';
import { OutboxInUse } from './lock.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';

let directory: string;
let messages: string[];
const log = {
  info: (message: string) => messages.push(`info ${message}`),
  warn: (message: string) => messages.push(`warn ${message}`),
  error: (message: string) => messages.push(`error ${message}`),
};
const open = (options: Partial<OutboxOptions> = {}) =>
  Outbox.open({ directory, maxBytes: 2 ** 30, maxReports: 1_000_000, log, ...options });
const all = { reports: 1_000_000, bytes: 2 ** 30 };
const numbersIn = async (outbox: Outbox) =>
  (await outbox.next(all)).map((entry) => (JSON.parse(entry.line.toString('utf8')) as { number: number }).number);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'platen-outbox-'));
  messages = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('outbox', () => {
  test('what was put in comes out oldest first, also after a restart, and goes only when settled', async () => {
    const first = await open();
    for (let number = 0; number < 10; number++) await first.append({ number, text: '日本語' });
    await first.close();
    const second = await open();
    expect(messages).toContain('info outbox: 10 reports wait from before');
    await second.append({ number: 10 });
    expect(await numbersIn(second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const three = await second.next({ reports: 3, bytes: 1e6 });
    await second.settle([three[0], three[2]].filter((entry) => entry !== undefined));
    expect(second.count).toBe(9);
    await second.close();
    const third = await open();
    expect(await numbersIn(third)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10]);
    await third.close();
  });

  test('a batch keeps to both limits, but always holds one report', async () => {
    const outbox = await open();
    await Promise.all(Array.from({ length: 20 }, (_, number) => outbox.append({ number, text: 'x'.repeat(1000) })));
    expect(await outbox.next({ reports: 5, bytes: 1e6 })).toHaveLength(5);
    expect(await outbox.next({ reports: 50, bytes: 3100 })).toHaveLength(3);
    expect(await outbox.next({ reports: 50, bytes: 10 })).toHaveLength(1);
    await outbox.close();
  });

  test('an emptied outbox takes no space, and entries settled twice do no harm', async () => {
    const outbox = await open();
    for (let number = 0; number < 5; number++) await outbox.append({ number });
    const entries = await outbox.next(all);
    await outbox.settle(entries);
    await outbox.settle(entries);
    expect(outbox.count).toBe(0);
    expect(outbox.bytes).toBe(0);
    expect(readdirSync(directory).filter((name) => /reports|settled/.test(name))).toEqual([]);
    await outbox.append({ number: 6 });
    expect(await numbersIn(outbox)).toEqual([6]);
    await outbox.close();
  });

  test('the oldest go when the bound is passed, with a warning that counts them', async () => {
    const outbox = await open({ maxReports: 100 });
    for (let number = 0; number < 250; number++) await outbox.append({ number });
    const left = await numbersIn(outbox);
    expect(left.length).toBeLessThanOrEqual(100);
    expect(left.length).toBeGreaterThan(85);
    expect(left.at(-1)).toBe(249);
    expect(left[0]).toBe(250 - left.length);
    expect(outbox.dropped).toBe(250 - left.length);
    expect(messages.at(-1)).toContain(`${250 - left.length} since the start`);
    await outbox.close();
  });

  test('the bound in octets holds as well', async () => {
    const outbox = await open({ maxBytes: 200_000 });
    const noise = () => Array.from({ length: 500 }, () => Math.random()).join();
    for (let number = 0; number < 100; number++) await outbox.append({ number, noise: noise() });
    expect(outbox.bytes).toBeLessThanOrEqual(200_000);
    expect(outbox.bytes).toBeGreaterThan(150_000);
    expect((await numbersIn(outbox)).at(-1)).toBe(99);
    await outbox.close();
  });

  test('a second collector is refused with a sentence that says who has it, and comes in after the first', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(OutboxInUse);
    await expect(open()).rejects.toThrow(`process ${process.pid}`);
    await first.close();
    const second = await open();
    await second.close();
  });

  test('of many that start at once on a dead lock exactly one gets in', async () => {
    writeFileSync(
      join(directory, 'lock.7'),
      JSON.stringify({ pid: 1, since: '2026-01-01', socket: join(directory, 'owner-gone.sock') }),
    );
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => open()));
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won).toHaveLength(1);
    expect(results.every((result) => result.status === 'fulfilled' || result.reason instanceof OutboxInUse)).toBe(true);
    await won[0]?.close();
  });

  test('a record torn in the middle is left out and said, those before it stay', async () => {
    const first = await open();
    for (let number = 0; number < 4; number++) await first.append({ number });
    await first.close();
    const file = readdirSync(directory).find((name) => name.endsWith('.reports'));
    const path = join(directory, file ?? '');
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 3));
    appendFileSync(join(directory, (file ?? '').replace('.reports', '.settled')), Buffer.from([0, 0, 0, 0]));
    const second = await open();
    expect(await numbersIn(second)).toEqual([0, 1, 2]);
    expect(messages.join()).toContain('unfinished writing');
    await second.append({ number: 9 });
    expect(await numbersIn(second)).toEqual([0, 1, 2, 9]);
    await second.close();
  });

  test('a refused report lies aside with its reason, and only so many are kept', async () => {
    const outbox = await open({ maxRefused: 3 });
    for (let number = 0; number < 5; number++) await outbox.append({ number });
    for (const entry of await outbox.next(all))
      await outbox.setAside(entry, [{ path: 'counters.total', message: 'too small' }]);
    expect(outbox.count).toBe(0);
    const names = readdirSync(join(directory, 'refused')).sort();
    expect(names).toHaveLength(3);
    const last: unknown = JSON.parse(readFileSync(join(directory, 'refused', names.at(-1) ?? ''), 'utf8'));
    expect(last).toMatchObject({ report: { number: 4 }, issues: [{ path: 'counters.total', message: 'too small' }] });
    await outbox.close();
  });
});

describe('outbox as a process', () => {
  // PLATEN_TEST_KILLS=500 does as many as the requirement says; some fifty find the same in a short time.
  const kills = Number(process.env.PLATEN_TEST_KILLS ?? 50);

  test('killed again and again in the middle of writing it loses nothing that it had said was safe', {
    timeout: 1_800_000,
  }, async () => {
    await buildCollector();
    const safe = new Set<number>();
    const taken = new Set<number>();
    for (let round = 0; round < kills; round++) {
      const child = spawn(process.execPath, [
        toBuilt(new URL('../testing/append-forever.ts', import.meta.url)),
        directory,
        String(round * 1_000_000),
      ]);
      let text = '';
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
      await new Promise<void>((resolve) => {
        let killed = false;
        // One in five while it opens what the one before has left.
        if (round % 5 === 4) setTimeout(() => child.kill('SIGKILL'), 60 + (round % 17) * 10);
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
          if (!killed && text.includes('\n')) {
            killed = true;
            setTimeout(() => child.kill('SIGKILL'), (round % 23) * 5);
          }
        });
        child.on('close', () => resolve());
      });
      expect(complaint).toBe('');
      for (const line of text.split('\n')) {
        if (/^\+\d+$/.test(line)) safe.add(Number(line.slice(1)));
        const removed = /^-\{"number":(\d+),/.exec(line);
        if (removed !== null) taken.add(Number(removed[1]));
      }
    }
    const outbox = await open();
    const left = new Set(await numbersIn(outbox));
    await outbox.close();
    expect(safe.size).toBeGreaterThan(100);
    expect(taken.size).toBeGreaterThan(10);
    expect([...safe].filter((number) => !left.has(number) && !taken.has(number))).toEqual([]);
  });
});

/** A program of util-linux: its own file systems without being root. */
const unshare = 'unshare';
const canMount = (() => {
  try {
    execFileSync(unshare, ['-rm', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('outbox on a full disk: skipped, this machine does not let a user mount a small file system');
    return false;
  }
})();

describe.runIf(canMount)('outbox on a full disk', () => {
  test('says so, stays alive, can still be emptied, and goes on when there is room', { timeout: 60_000 }, async () => {
    await buildCollector();
    const output = execFileSync(
      unshare,
      [
        '-rm',
        'sh',
        '-c',
        `mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" "$3" "$1"`,
        'sh',
        directory,
        process.execPath,
        toBuilt(new URL('../testing/fill-disk.ts', import.meta.url)),
      ],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(output)).toEqual({
      filled: true,
      reason: expect.stringContaining('ENOSPC') as unknown,
      allReadable: true,
      emptied: true,
      goesOn: true,
      restarted: true,
    });
  });
});
