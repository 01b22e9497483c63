import { describe, expect, test } from 'vitest';
import { toReport } from '../../../../test/reports.ts';
import { toClockOffset } from '../../../base/time.ts';
import { resolveDevices } from '../merge/resolve-devices.ts';
import { correctReport, toClaimedTime, toIdentityKeys } from './parse-line.ts';

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const keysOf = (identity: Record<string, unknown>) =>
  toIdentityKeys({ ...toReport('x', new Date(0)), identity }).map(({ kind, value }) => `${kind} ${value}`);

describe('what a device is recognised by', () => {
  test('AP-05: serial within enterprise number and maker, then MAC addresses', () => {
    expect(
      keysOf({
        serial: measured(' ab  12 '),
        enterprise: 11,
        manufacturer: measured('Hewlett-Packard'),
        macAddresses: ['00:11:22:33:44:55', '00:11:22:33:44:55', '00:11:22:33:44:56'],
      }),
    ).toEqual(['serial e11/AB 12', 'serial mhewlettpackard/AB 12', 'mac 00:11:22:33:44:55', 'mac 00:11:22:33:44:56']);
    expect(keysOf({ serial: measured('AB12') })).toEqual(['serial /AB12']);
  });

  test.each(['', '   ', '0000000000', 'N/A', 'unknown', 'XXXXXXX', '-', 'Not Specified', 'To be filled by O.E.M.'])(
    "AP-05: '%s' is no serial number, and a filling is no MAC address",
    (text) => {
      expect(
        keysOf({
          serial: measured(text),
          enterprise: 1,
          macAddresses: ['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF', '01:00:5E:00:00:01'],
        }),
      ).toEqual([]);
    },
  );

  test('AP-05: an unknown serial is none', () => {
    expect(keysOf({ serial: { state: 'unknown' }, enterprise: 1 })).toEqual([]);
  });

  test('AP-05: in one delivery a new device is one, whichever of its keys a report names', () => {
    let next = 0;
    const serial = { kind: 'serial' as const, value: 'e1/A' };
    const mac = { kind: 'mac' as const, value: '00:11:22:33:44:55' };
    const { deviceIds, created, keys } = resolveDevices(
      [{ keys: [mac] }, { keys: [serial, mac] }, { keys: [serial] }],
      { known: new Map(), foreign: new Set(), realms: new Map() },
      'collector',
      () => `id${next++}`,
    );
    expect([deviceIds, [...created]]).toEqual([['id0', 'id0', 'id0'], ['id0']]);
    expect(keys).toEqual([
      { ...mac, deviceId: 'id0', realm: '' },
      { ...serial, deviceId: 'id0', realm: '' },
    ]);
  });
});

const now = new Date('2026-11-21T12:00:00Z');
const sentAt = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the clock of a sender', () => {
  test.each([
    [0, 0],
    [-300, 0],
    [300, 0],
    [301, 300],
    [3600, 3600],
    [3590, 3600],
    [-7200.5, -7200],
    [-86_400 * 20_000, -86_400 * 20_000],
  ])('%d s ahead is corrected by %d s', (seconds, offset) => {
    expect(toClockOffset(sentAt(seconds), now)).toBe(offset);
  });

  test('that is right leaves a report as it is', () => {
    const report = toReport('S', now);
    expect(correctReport(report, 0)).toBe(report);
  });

  test('that is wrong moves all times of the report', () => {
    const report = toReport('S', '2026-11-21T13:00:00.000Z', {
      errors: [{ code: 'E010', occurredAt: '2026-11-21T00:30:00Z' }],
      parts: [{ partsCode: '6250', replacedAt: '2026-11-01T00:30:00Z' }, { partsCode: '6251' }],
    });
    expect(correctReport(report, 3600)).toEqual({
      ...report,
      observedAt: '2026-11-21T12:00:00.000Z',
      errors: [{ code: 'E010', occurredAt: '2026-11-20T23:30:00.000Z' }],
      parts: [{ partsCode: '6250', replacedAt: '2026-10-31T23:30:00.000Z' }, { partsCode: '6251' }],
    });
  });

  test('identifies a report by the time it claims, less whole days, so that a clock of 1970 creates no partition of 1970', () => {
    const claimed = sentAt(-600);
    for (const offset of [0, 360, 420, -39_600]) expect(toClaimedTime(claimed, offset)).toEqual(claimed);
    const of1970 = new Date(7 * 3_600_000);
    const noted = toClaimedTime(of1970, toClockOffset(new Date(8 * 3_600_000), now));
    expect(Math.abs(noted.getTime() - sentAt(-3600).getTime())).toBeLessThanOrEqual(12 * 3_600_000);
    expect(noted.getTime() % 86_400_000).toBe(of1970.getTime());
  });
});
