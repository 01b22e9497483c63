import { describe, expect, test } from 'vitest';
import { parseSettingsFile, SettingsError, toReadSettings } from './settings.ts';

const given = { data: '/tmp/none', name: 'test' };
const ippOf = (file: object) =>
  toReadSettings(given, parseSettingsFile(JSON.stringify(file), 'settings.json')).sites.map((site) => site.ipp);
const here = { name: 'here', targets: '192.0.2.1' };

describe('the setting of IPP', () => {
  test('is on at port 631 where nothing is said, beside SNMP at its own port', () => {
    expect(ippOf({ sites: [here] })).toEqual([{ port: 631, besideEveryPort: false }]);
    expect(toReadSettings({ ...given, targets: '192.0.2.1' }, {}).sites[0]?.ipp?.port).toBe(631);
  });

  test('a site goes before the whole file', () => {
    const sites = [here, { ...here, ipp: true }, { ...here, ipp: { port: 8631 } }];
    expect(ippOf({ ipp: false, sites })).toEqual([
      undefined,
      { port: 631, besideEveryPort: false },
      { port: 8631, besideEveryPort: true },
    ]);
  });

  test('a port that is none is refused, naming the place', () => {
    expect(() => ippOf({ sites: [{ ...here, ipp: { port: 0 } }] })).toThrow(SettingsError);
    expect(() => ippOf({ sites: [{ ...here, ipp: { port: 0 } }] })).toThrow(/sites\[0\]\.ipp/);
  });
});
