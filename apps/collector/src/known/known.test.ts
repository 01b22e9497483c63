import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NewerData } from '../platform/data-files.ts';
import { KnownDevices, toKnownAfter } from './known-devices.ts';
import type { Failed, Seen } from './round-seen.ts';
import { type KnownState, nothingKnown, parseKnown } from './state.ts';

const toAt = (round: number) => new Date(Date.UTC(2026, 0, 1) + round * 900_000).toISOString();
const seenAt = (address: string, who: Partial<Seen> = {}): Seen => ({
  address: `${address}:161`,
  site: 'one',
  found: 'listed',
  at: toAt(0),
  serial: 'S1',
  model: 'M 1',
  macs: ['00:11:22:00:00:01'],
  ...who,
});
/** The same without a serial. */
const nameless = (address: string, who: Partial<Seen> = {}): Seen => {
  const { serial: _serial, ...rest } = seenAt(address, who);
  return rest;
};
const silent = (address: string, named = true): Failed => ({
  target: `${address}:161`,
  kind: 'silent',
  reason: 'no answer',
  named,
});
/** The state after rounds with these readings and failures. */
const after = (...rounds: { seen?: Seen[]; failed?: Failed[]; whole?: boolean }[]): KnownState =>
  rounds.reduce<KnownState>(
    (state, { seen = [], failed = [], whole = true }, round) =>
      toKnownAfter(state, { seen: seen.map((one) => ({ ...one, at: toAt(round) })), failed, at: toAt(round), whole }),
    nothingKnown,
  );
const reported = ({ findings }: KnownState) =>
  findings.map(({ kind, serial, before, now }) => [kind, serial, before, now].join(' '));

describe('what is known of devices', () => {
  test('a device seen again at its address is the same, with first and last time', () => {
    const state = after({ seen: [seenAt('10.0.0.1')] }, {}, { seen: [seenAt('10.0.0.1')] });
    expect(state.devices).toMatchObject([
      { serial: 'S1', address: '10.0.0.1:161', firstSeen: toAt(0), lastSeen: toAt(2) },
    ]);
    expect(state.findings).toEqual([]);
  });

  test.each([
    ['WF-C5790BA', 'WF-C5790 Series'],
    ['Color LaserJet MFP M181fw', 'ColorLaserJet MFP M178-M181'],
    ['MX-3570N', 'mx 3570n'],
  ])('a device that is read by SNMP as %s and then by IPP as %s is the same', (snmp, ipp) => {
    const state = after(
      { seen: [seenAt('10.0.0.1', { model: snmp })] },
      { seen: [seenAt('10.0.0.1', { model: ipp, macs: [] })] },
    );
    expect(state.devices).toHaveLength(1);
    expect(state.findings).toEqual([]);
  });

  test.each([
    ['MP C3002', 'MP C3003'],
    ['e-STUDIO4525', 'e-STUDIO45250'],
    ['imageRUNNER', 'bizhub'],
  ])('%s and %s are different models: one serial of both means two devices', (one, other) => {
    const state = after(
      { seen: [seenAt('10.0.0.1', { model: one, macs: [] })] },
      { seen: [seenAt('10.0.0.2', { model: other, macs: [] })] },
    );
    expect(state.devices).toHaveLength(2);
  });

  test('a device that answers at another address, and no longer at the old one, has moved', () => {
    const state = after(
      { seen: [seenAt('10.0.0.1')] },
      { seen: [seenAt('10.0.0.9')], failed: [silent('10.0.0.1', false)] },
    );
    expect(reported(state)).toEqual(['movedAddress S1 10.0.0.1:161 10.0.0.9:161']);
    expect(state.findings[0]?.since).toBe(toAt(1));
    expect(state.devices).toHaveLength(1);
    expect(state.devices[0]?.address).toBe('10.0.0.9:161');
    // No failure at the old address: it was found by a search.
    expect(state.failing).toEqual([]);
    const later = toKnownAfter(state, {
      seen: [seenAt('10.0.0.9', { at: toAt(2) })],
      failed: [],
      at: toAt(2),
      whole: true,
    });
    expect(reported(later)).toHaveLength(1);
    const weeks = toKnownAfter(state, { seen: [], failed: [], at: toAt(15 * 96), whole: true });
    expect(weeks.findings).toEqual([]);
  });

  test('a device known by MAC alone is found again as well', () => {
    const macs = ['00:11:22:00:00:07'];
    const state = after({ seen: [nameless('10.0.0.1', { macs })] }, { seen: [nameless('10.0.0.2', { macs })] });
    expect(reported(state)).toEqual(['movedAddress  10.0.0.1:161 10.0.0.2:161']);
  });

  test('two addresses of one device (two network cards, one MAC known) are no finding and one device', () => {
    const both = [seenAt('10.0.0.1'), seenAt('10.0.1.1')];
    const state = after({ seen: both.slice(0, 1) }, { seen: both }, { seen: both.toReversed() });
    expect(state.findings).toEqual([]);
    expect(state.devices).toHaveLength(1);
    expect(state.devices[0]?.address).toBe('10.0.0.1:161');
  });

  test('two devices with one serial are both known, and reported until one has another serial', () => {
    const other = seenAt('10.0.0.2', { macs: ['00:11:22:00:00:02'] });
    const state = after({ seen: [seenAt('10.0.0.1'), other] }, { seen: [other, seenAt('10.0.0.1')] });
    expect(reported(state)).toEqual(['duplicateSerial S1 10.0.0.1:161 10.0.0.2:161']);
    expect(state.findings[0]).toMatchObject({ since: toAt(0), lastSeen: toAt(1) });
    expect(state.devices).toHaveLength(2);
    const oneOff = toKnownAfter(state, { seen: [seenAt('10.0.0.1')], failed: [], at: toAt(2), whole: true });
    expect(reported(oneOff)).toHaveLength(1);
    const resolved = toKnownAfter(state, {
      seen: [seenAt('10.0.0.1'), { ...other, serial: 'S2' }],
      failed: [],
      at: toAt(2),
      whole: true,
    });
    expect(reported(resolved)).toEqual(['exchangedBoard S2 serial S1 serial S2']);
  });

  test('another model with the same serial is another device', () => {
    const state = after({ seen: [seenAt('10.0.0.1'), seenAt('10.0.0.2', { model: 'M 2' })] });
    expect(reported(state)).toEqual(['duplicateSerial S1 10.0.0.1:161 10.0.0.2:161']);
  });

  test.each([
    [
      'another MAC under the same serial',
      { macs: ['00:11:22:00:00:05'] },
      'MAC 00:11:22:00:00:01 MAC 00:11:22:00:00:05',
    ],
    ['another serial under the same MAC', { serial: 'S9' }, 'serial S1 serial S9'],
    ['a total that fell', { total: { value: 12, source: 'x' } }, 'counter 4711 counter 12'],
  ])('%s means that a board was exchanged; the device stays one', (_, change, words) => {
    const total = { value: 4711, source: 'x' };
    const state = after(
      { seen: [seenAt('10.0.0.1', { total })] },
      { seen: [seenAt('10.0.0.1', { total, ...change })] },
    );
    expect(reported(state)).toEqual([`exchangedBoard ${state.devices[0]?.serial} ${words}`]);
    expect(state.devices).toHaveLength(1);
    expect(state.devices[0]?.firstSeen).toBe(toAt(0));
  });

  test('a total read from another source, or a value missing once, is no finding', () => {
    const total = { value: 4711, source: 'x' };
    const state = after(
      { seen: [seenAt('10.0.0.1', { total })] },
      { seen: [seenAt('10.0.0.1', { total: { value: 3, source: 'y' } })] },
      { seen: [seenAt('10.0.0.1', { macs: [] })] },
      { seen: [nameless('10.0.0.1')] },
      { seen: [seenAt('10.0.0.1')] },
    );
    expect(state.findings).toEqual([]);
    expect(state.devices).toMatchObject([{ serial: 'S1', macs: ['00:11:22:00:00:01'] }]);
  });

  test('a failing target is counted with its serial and since when, until it answers again', () => {
    const known = { seen: [seenAt('10.0.0.1')] };
    const state = after(known, { failed: [silent('10.0.0.1', false)] }, { failed: [silent('10.0.0.1', false)] });
    expect(state.failing).toEqual([
      { target: '10.0.0.1:161', kind: 'silent', reason: 'no answer', since: toAt(1), inARow: 2, serial: 'S1' },
    ]);
    expect(after(known, { failed: [silent('10.0.0.1')] }, known).failing).toEqual([]);
    // A searched address where no device ever answered is no failure; an interrupted round is no evidence for
    // the others.
    expect(after({ failed: [silent('10.0.0.2', false)] }).failing).toEqual([]);
    expect(after(known, { failed: [silent('10.0.0.1')] }, { whole: false }).failing).toHaveLength(1);
    expect(after(known, { failed: [silent('10.0.0.1')] }, { whole: true }).failing).toEqual([]);
  });

  test('for any answers, devices stay within their limits and no address has two devices', () => {
    const who = fc.record({
      host: fc.nat(5),
      serial: fc.option(fc.constantFrom('S1', 'S2', 'S3'), { nil: undefined }),
      model: fc.option(fc.constantFrom('A', 'B'), { nil: undefined }),
      macs: fc.subarray(['m1', 'm2', 'm3']),
    });
    const toSeenOf = ({ host, ...rest }: { host: number; macs: string[] }) => seenAt(`10.0.0.${host}`, rest);
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(who, { selector: ({ host }) => host, maxLength: 6 }), { maxLength: 5 }),
        (rounds) => {
          const state = after(...rounds.map((round) => ({ seen: round.map(toSeenOf) })));
          const last = (rounds.at(-1) ?? []).filter(({ serial, macs }) => serial !== undefined || macs.length > 0);
          for (const { host } of last.slice(0, 1))
            expect(
              state.devices.some(({ lastSeen }) => lastSeen === toAt(rounds.length - 1)),
              `${host}`,
            ).toBe(true);
          expect(parseKnown(JSON.parse(JSON.stringify({ format: 1, ...state })))).toEqual({
            format: 1,
            state,
            damaged: 0,
          });
        },
      ),
    );
  });
});

describe('the file of known devices', () => {
  const messages: string[] = [];
  const log = { info: () => {}, warn: (message: string) => messages.push(message), error: () => {} };
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-known-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return { folder, path: join(folder, 'known.json') };
  };
  const round = { seen: [seenAt('10.0.0.1')], failed: [silent('10.0.0.2')], at: toAt(0), whole: true };

  test('survives a restart, and knows what to expect of a target', async () => {
    const { path, folder } = newFolder();
    const first = await KnownDevices.open(path, log);
    expect(first.expects('10.0.0.1:161')).toBe('unknown');
    await first.take(round);
    const second = await KnownDevices.open(path, log);
    expect(second.state).toEqual(first.state);
    expect(['10.0.0.1:161', '10.0.0.2:161', '10.0.0.3:161'].map((target) => second.expects(target))).toEqual([
      'answer',
      'silence',
      'unknown',
    ]);
    expect(readdirSync(folder)).toEqual(['known.json']);
  });

  test('a damaged one is renamed and replaced with a warning; a damaged entry is left out alone', async () => {
    const { path, folder } = newFolder();
    writeFileSync(path, '{"format":1,"devi');
    expect((await KnownDevices.open(path, log)).state).toEqual(nothingKnown);
    expect(readdirSync(folder)).toEqual(['known.json.damaged']);
    expect(messages.join()).toContain('is damaged and was renamed');
    const known = await KnownDevices.open(path, log);
    await known.take(round);
    const json = JSON.parse(readFileSync(path, 'utf8')) as { devices: unknown[] };
    json.devices.push({ serial: 7 });
    writeFileSync(path, JSON.stringify(json));
    expect((await KnownDevices.open(path, log)).state.devices).toHaveLength(1);
    expect(messages.at(-1)).toContain('1 entries are damaged');
  });

  test('one of a newer version is refused and not changed', async () => {
    const { path } = newFolder();
    const text = JSON.stringify({ format: 2, devices: [], failing: [], findings: [] });
    writeFileSync(path, text);
    await expect(KnownDevices.open(path, log)).rejects.toThrow(NewerData);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('a write error is logged, and has no other effect', async () => {
    const { folder } = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const known = await KnownDevices.open(join(folder, 'file', 'known.json'), log);
    await known.take(round);
    expect(known.state.devices).toHaveLength(1);
    expect(messages.at(-1)).toContain('cannot be written');
  });
});
