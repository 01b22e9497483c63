import { describe, expect, test } from 'vitest';
import { toReport } from '../../../../test/reports.ts';
import { toIdentityKeys } from './identity-keys.ts';
import { resolveDevices } from '../merge/resolve-devices.ts';

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
