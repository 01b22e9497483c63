import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/expected.ts';
import { rawOf } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };

interface Interface {
  name?: string;
  type?: number;
  mac: string;
  oper?: number;
  admin?: number;
  address?: string;
}
const toLines = (interfaces: readonly Interface[]): string =>
  interfaces
    .flatMap(({ name = 'eth0', type = 6, mac, oper = 1, admin = 1, address }, position) => [
      `1.3.6.1.2.1.2.2.1.2.${position + 1}|4|${name}`,
      `1.3.6.1.2.1.2.2.1.3.${position + 1}|2|${type}`,
      `1.3.6.1.2.1.2.2.1.6.${position + 1}|4x|${mac}`,
      `1.3.6.1.2.1.2.2.1.7.${position + 1}|2|${admin}`,
      `1.3.6.1.2.1.2.2.1.8.${position + 1}|2|${oper}`,
      ...(address === undefined
        ? []
        : [`1.3.6.1.2.1.4.20.1.1.${address}|64|${address}`, `1.3.6.1.2.1.4.20.1.2.${address}|2|${position + 1}`]),
    ])
    .join('\n');
const read = (...interfaces: Interface[]) => toReport(rawOf(toLines(interfaces)), head);
const shown = (...interfaces: Interface[]) =>
  (read(...interfaces).network?.interfaces ?? []).map(({ ipAddress, macAddress }) => [
    valueOf(ipAddress),
    valueOf(macAddress),
  ]);

const cable = { mac: '001b78000001', address: '192.0.2.10' };
const cableShown = ['192.0.2.10', '00:1B:78:00:00:01'];

describe('the interface that a printer is shown with', () => {
  it.each<[string, Interface]>([
    ['one that is down', { name: 'wlan0', type: 71, mac: '001b78000002', oper: 2, address: '192.0.2.20' }],
    ['one that is switched off', { name: 'wlan0', type: 71, mac: '001b78000002', admin: 2, address: '192.0.2.20' }],
    ['USB by its type', { name: 'x', type: 160, mac: '001b78000002', address: '192.168.7.1' }],
    ['USB by its name', { name: 'usb0', mac: '001b78000002', address: '192.168.7.1' }],
    ['Wi-Fi Direct', { name: 'wifiUAP', mac: '021b78000002', address: '192.168.223.1' }],
    ['a loopback with the type of a cable', { name: 'lo0', mac: '001b78000002', address: '10.9.9.9' }],
  ])('not %s, at any position in the table', (_, other) => {
    expect(shown(other, cable)).toEqual([cableShown]);
    expect(shown(cable, other)).toEqual([cableShown]);
  });

  it('without any interface in use the ones that are down are shown', () => {
    expect(shown({ ...cable, oper: 2 })).toEqual([cableShown]);
  });

  it('without an address the MAC of the interface in use is shown', () => {
    expect(shown({ mac: '001b78000002', oper: 2 }, { mac: '001b78000001' })).toEqual([
      [undefined, '00:1B:78:00:00:01'],
    ]);
  });
});

describe('the MAC addresses that identify a device', () => {
  it('begin with the interface in use; the one that is down follows, USB and virtual ones do not count', () => {
    const { identity } = read(
      { name: 'wlan0', type: 71, mac: '001b78000002', oper: 2 },
      { name: 'usb0', mac: '001b78000003' },
      { mac: '001b78000001' },
    );
    expect(identity.macAddresses).toEqual(['00:1B:78:00:00:01', '00:1B:78:00:00:02']);
  });

  it('are those of a USB interface if there is no other', () => {
    expect(read({ name: 'usb0', mac: '001b78000003' }).identity.macAddresses).toEqual(['00:1B:78:00:00:03']);
  });
});
