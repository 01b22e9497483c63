import type { DeviceReport } from '@platen/contract/report';
import { expect, test } from 'vitest';
import type { Site } from '../settings/settings.ts';
import { type Target, toTargetSpans } from '../settings/targets.ts';
import { byCommunity } from '../snmp/access.ts';
import { toSlot } from './pacing.ts';
import { runRound } from './round.ts';
import type { ReadOutcome } from './visit.ts';

const toSite = (name: string, targets: string): Site => ({
  name,
  spans: toTargetSpans(targets),
  exclude: [],
  access: [byCommunity('public')],
  customer: { customerName: name },
});
const report = (target: Target): DeviceReport => ({
  version: '1.0',
  observedAt: '2026-11-21T00:00:00.000Z',
  source: { kind: 'collector', name: 'test', version: '0', address: target.host },
  identity: {},
});
const never = new AbortController().signal;
const base = {
  store: async () => {},
  probe: async () => true,
  searchAtOnce: 16,
  concurrency: 8,
  giveUpMs: 1000,
  signal: never,
};

test('each target is read once, for the site that names it first, and never more at a time than allowed', async () => {
  const read: string[] = [];
  let now = 0;
  let most = 0;
  const summary = await runRound({
    ...base,
    sites: [toSite('one', '10.0.0.1-40'), toSite('two', '10.0.0.30-50')],
    read: async (target, site) => {
      now += 1;
      most = Math.max(most, now);
      read.push(`${site.name} ${target.host}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
      now -= 1;
      return { kind: 'printer', notes: [], report: report(target) };
    },
  });
  expect(new Set(read).size).toBe(50);
  expect(read).toHaveLength(50);
  expect(read.filter((line) => line.startsWith('two'))).toHaveLength(10);
  expect(most).toBe(8);
  expect(summary).toMatchObject({ targets: 50, asked: 50, printers: 50 });
});

test('every outcome is counted; a reading that throws, hangs or cannot be stored is reported and delays no other', async () => {
  const outcomes: Record<string, () => Promise<ReadOutcome>> = {
    '10.0.0.1': async () => ({ kind: 'printer', notes: [], report: report({ host: '10.0.0.1', port: 161 }) }),
    '10.0.0.2': async () => ({ kind: 'notPrinter', sysDescr: 'a switch' }),
    '10.0.0.3': async () => ({ kind: 'silent', reason: 'no answer' }),
    '10.0.0.4': async () => ({ kind: 'failed', reason: 'no answer' }),
    '10.0.0.5': async () => {
      throw new Error('unforeseen');
    },
    '10.0.0.6': async () => new Promise(() => {}),
    '10.0.0.7': async () => ({ kind: 'printer', notes: [], report: report({ host: '10.0.0.7', port: 161 }) }),
  };
  const summary = await runRound({
    ...base,
    giveUpMs: 50,
    sites: [toSite('one', '10.0.0.1-7')],
    read: async (target) => outcomes[target.host]?.() ?? { kind: 'silent', reason: '' },
    store: async (one) => {
      if (one.source.address === '10.0.0.7') throw new Error('ENOSPC: no space left on device');
    },
  });
  expect(summary).toMatchObject({ asked: 7, printers: 2, notPrinters: 1, silent: 1, failed: 3, notStored: 1 });
  const failures = new Map(summary.failures.map((failure) => [failure.target, failure.reason]));
  expect(failures.get('10.0.0.4:161')).toBe('no answer');
  expect(failures.get('10.0.0.5:161')).toBe('unforeseen');
  expect(failures.get('10.0.0.6:161')).toContain('not finished within 50 ms');
  expect(failures.get('10.0.0.7:161')).toContain('no space left');
});

test('of a searched network only addresses that answer are read, and many more are probed than read at a time', async () => {
  const read: string[] = [];
  let asking = 0;
  let mostAsked = 0;
  const summary = await runRound({
    ...base,
    concurrency: 2,
    sites: [toSite('one', '10.0.0.0/24,10.0.1.1')],
    probe: async (target) => {
      mostAsked = Math.max(mostAsked, ++asking);
      await new Promise((resolve) => setTimeout(resolve, 2));
      asking -= 1;
      return target.host.endsWith('7') || target.host === '10.0.1.1';
    },
    read: async (target) => {
      read.push(target.host);
      return { kind: 'printer', notes: [], report: report(target) };
    },
  });
  expect(read).toHaveLength(26);
  expect(read.every((host) => host.endsWith('7') || host === '10.0.1.1')).toBe(true);
  expect(mostAsked).toBe(16);
  expect(summary).toMatchObject({ asked: 255, printers: 26, silent: 229 });
});

test('after the signal no further target is started', async () => {
  const stop = new AbortController();
  let begun = 0;
  const summary = await runRound({
    ...base,
    signal: stop.signal,
    concurrency: 2,
    sites: [toSite('one', '10.0.0.0/16')],
    read: async () => {
      begun += 1;
      if (begun === 20) stop.abort();
      return { kind: 'silent', reason: '' };
    },
  });
  expect(begun).toBe(20);
  expect(summary.targets).toBe(65_534);
});

const hostOf = (target: Target) => Number(target.host.split('.').at(-1));

test('a device that may be silent is probed first and takes no slot of the readers', async () => {
  let probing = 0;
  const begun = performance.now();
  let lastRead = 0;
  const summary = await runRound({
    ...base,
    concurrency: 2,
    searchAtOnce: 64,
    giveUpMs: 10_000,
    sites: [toSite('one', Array.from({ length: 40 }, (_, i) => `10.0.0.${i}`).join())],
    expects: (target) => (hostOf(target) % 2 === 0 ? 'answer' : 'silence'),
    probe: async () => {
      probing += 1;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return false;
    },
    read: async (target) => {
      lastRead = performance.now() - begun;
      return { kind: 'printer', notes: [], report: report(target) };
    },
  });
  expect(summary).toMatchObject({ asked: 40, printers: 20, silent: 20 });
  expect(probing).toBe(20);
  // Twenty dead ones in two slots would have taken fifteen seconds before the last reading.
  expect(lastRead).toBeLessThan(performance.now() - begun);
});

test('a spread round reads each target in its own slot, the same in every round', async () => {
  const order = async (): Promise<{ hosts: string[]; ms: number[] }> => {
    const begun = performance.now();
    const hosts: string[] = [];
    const ms: number[] = [];
    await runRound({
      ...base,
      spreadMs: 1500,
      sites: [toSite('one', Array.from({ length: 16 }, (_, i) => `10.0.0.${i}`).join())],
      expects: () => 'answer',
      read: async (target) => {
        hosts.push(target.host);
        ms.push(performance.now() - begun);
        return { kind: 'printer', notes: [], report: report(target) };
      },
    });
    return { hosts, ms };
  };
  const [first, second] = [await order(), await order()];
  const toTarget = (host: string) => toSlot(`${host}:161`);
  // Jitter moves a reading by 50 ms at most: more distant slots store their order.
  for (const { hosts, ms } of [first, second]) {
    expect(hosts).toHaveLength(16);
    for (const [i, host] of hosts.entries()) expect(ms[i]).toBeGreaterThanOrEqual(1500 * toTarget(host) - 5);
    for (let i = 1; i < hosts.length; i++)
      expect(toTarget(hosts[i] ?? '')).toBeGreaterThan(toTarget(hosts[i - 1] ?? '') - 0.05);
  }
});

test('slots of neighbouring addresses are spread evenly', () => {
  const slots = Array.from({ length: 1000 }, (_, i) => toSlot(`192.0.${Math.floor(i / 250)}.${i % 250}:161`));
  for (let tenth = 0; tenth < 10; tenth++) {
    const held = slots.filter((one) => Math.floor(one * 10) === tenth).length;
    expect(held).toBeGreaterThan(70);
    expect(held).toBeLessThan(130);
  }
});

test('searched addresses are not probed faster than allowed', async () => {
  const begun = performance.now();
  await runRound({
    ...base,
    searchAtOnce: 64,
    packetsPerSecond: 200,
    sites: [toSite('one', '10.0.0.1-100')],
    probe: async () => false,
    read: async () => ({ kind: 'silent', reason: '' }),
  });
  expect(performance.now() - begun).toBeGreaterThan(450);
});

test('an announced printer is read without a probe, once, and for a site that lists it rather than one that found it', async () => {
  const read: string[] = [];
  const announced = { address: '10.0.0.9', name: 'x', services: [], noted: {} };
  const [one, two] = [toSite('one', '10.0.0.1'), toSite('two', '10.0.0.8')];
  await runRound({
    ...base,
    sites: [one, two],
    further: ['10.0.0.8', '10.0.0.9', '10.0.0.9'].map((host) => ({
      target: { host, port: 161, searched: false, announced },
      site: one,
    })),
    probe: async (target) => target.host === '10.0.0.8',
    read: async (target, site) => {
      read.push(`${site.name} ${target.host}`);
      return { kind: 'printer', notes: [], report: report(target) };
    },
  });
  expect(read.sort()).toEqual(['one 10.0.0.9', 'two 10.0.0.8']);
});
