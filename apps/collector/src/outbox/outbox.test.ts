import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCollector, toBuilt } from '../testing/run-cli.ts';
import { OutboxInUse, readRunning } from './lock.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';

let directory: string;
let messages: string[];
const log = {
  info: (message: string) => messages.push(`info ${message}`),
  warn: (message: string) => messages.push(`warn ${message}`),
  error: (message: string) => messages.push(`error ${message}`),
};
/** Leaves a socket behind as a killed process does. */
const leaveSocket = (path: string) =>
  spawnSync(process.execPath, [
    '-e',
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))",
    path,
  ]);
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
  test('reports come out oldest first, also after a restart, and are removed only when settled', async () => {
    const first = await open();
    for (let number = 0; number < 10; number++) await first.append({ number, text: '日本語' });
    await first.close();
    const second = await open();
    expect(messages).toContain('info outbox: 10 reports wait from an earlier run');
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

  test('a batch observes both limits, but always has one report', async () => {
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

  test('the oldest are dropped beyond the limit, with a warning that counts them', async () => {
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

  test('the limit in octets is observed as well', async () => {
    const outbox = await open({ maxBytes: 200_000 });
    const noise = () => Array.from({ length: 500 }, () => Math.random()).join();
    for (let number = 0; number < 100; number++) await outbox.append({ number, noise: noise() });
    expect(outbox.bytes).toBeLessThanOrEqual(200_000);
    expect(outbox.bytes).toBeGreaterThan(150_000);
    expect((await numbersIn(outbox)).at(-1)).toBe(99);
    await outbox.close();
  });

  test('a second collector is refused with a message that names the first, and starts after it', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(OutboxInUse);
    await expect(open()).rejects.toThrow(`process ${process.pid}`);
    await first.close();
    const second = await open();
    await second.close();
  });

  test('of many that start at once next to the socket of a killed one exactly one starts', async () => {
    const dead = join(directory, 'owner-1700000000000-1-abcd.sock');
    leaveSocket(dead);
    expect(existsSync(dead)).toBe(true);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => open()));
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won).toHaveLength(1);
    expect(results.every((result) => result.status === 'fulfilled' || result.reason instanceof OutboxInUse)).toBe(true);
    expect(readdirSync(directory).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
    await won[0]?.close();
    expect(readdirSync(directory).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });

  test('a directory with a path too long for a socket is locked as well', async () => {
    const long = join(directory, 'x'.repeat(120));
    const first = await open({ directory: long });
    await expect(open({ directory: long })).rejects.toThrow(`process ${process.pid}`);
    expect(await readRunning(long)).toMatchObject({ pid: process.pid });
    await first.close();
    expect(await readRunning(long)).toBeUndefined();
    await (await open({ directory: long })).close();
  });

  test('a collector of an earlier version is found by its socket', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => {
      server.listen(join(directory, 'owner-1a2b3c4d.sock'), resolve);
    });
    await expect(open()).rejects.toThrow(OutboxInUse);
    server.close();
    await (await open()).close();
  });

  test('a truncated record is left out with a warning, those before it remain', async () => {
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
    expect(messages.join()).toContain('incomplete record');
    await second.append({ number: 9 });
    expect(await numbersIn(second)).toEqual([0, 1, 2, 9]);
    await second.close();
  });

  test('a refused report is set aside with its reason, up to a limit', async () => {
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
  // PLATEN_TEST_KILLS=500 does as many as the requirement states; some twenty find the same in a short time.
  const kills = Number(process.env.PLATEN_TEST_KILLS ?? 20);

  test('a stopped process keeps the outbox; once it is killed the next one starts at once', async () => {
    await buildCollector();
    const child = spawn(process.execPath, [
      toBuilt(new URL('../testing/append-forever.ts', import.meta.url)),
      directory,
      '0',
    ]);
    await new Promise<void>((resolve) => {
      child.stdout.once('data', () => resolve());
    });
    child.kill('SIGSTOP');
    await expect(open()).rejects.toThrow(`process ${child.pid}`);
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
    });
    child.kill('SIGKILL');
    await closed;
    await (await open()).close();
  });

  test('killed repeatedly while writing it loses no report that it had confirmed', {
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
      let message = '';
      child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString('utf8')));
      await new Promise<void>((resolve) => {
        let killed = false;
        // One in five while it opens the files of the one before.
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
      expect(message).toBe('');
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
  test('reports it, stays alive, can still be emptied, and continues when there is room', {
    timeout: 60_000,
  }, async () => {
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
