import { describe, expect, test } from 'vitest';
import { SettingsError } from '../platform/errors.ts';
import { toReadSettings } from './settings.ts';
import { parseSettingsFile } from './settings-file.ts';

const given = { data: '/tmp/none', name: 'test' };
const ippOf = (file: object) =>
  toReadSettings(given, parseSettingsFile(JSON.stringify(file), 'settings.json')).sites.map((site) => site.ipp);
const here = { name: 'here', targets: '192.0.2.1' };

describe('the IPP setting', () => {
  test('is on at port 631 by default, with SNMP at its own port', () => {
    expect(ippOf({ sites: [here] })).toEqual([{ port: 631, atEveryPort: false }]);
    expect(toReadSettings({ ...given, targets: '192.0.2.1' }, {}).sites[0]?.ipp?.port).toBe(631);
  });

  test('a site overrides the whole file', () => {
    const sites = [here, { ...here, ipp: true }, { ...here, ipp: { port: 8631 } }];
    expect(ippOf({ ipp: false, sites })).toEqual([
      undefined,
      { port: 631, atEveryPort: false },
      { port: 8631, atEveryPort: true },
    ]);
  });

  test('an invalid port is refused with its path', () => {
    expect(() => ippOf({ sites: [{ ...here, ipp: { port: 0 } }] })).toThrow(SettingsError);
    expect(() => ippOf({ sites: [{ ...here, ipp: { port: 0 } }] })).toThrow(/sites\[0\]\.ipp/);
  });
});
