import { networkInterfaces } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Answered,
  startResponder,
  toAnnouncement,
  toMessage,
  toServiceName,
  toWireName,
} from '../testing/mdns-responder.ts';
import { decodeResponse, encodeQuery } from './dns-message.ts';
import { isCredibleAddress, searchMdns } from './mdns.ts';

const never = new AbortController().signal;
const printer = (overrides: Partial<Parameters<typeof toAnnouncement>[0]> = {}) =>
  toAnnouncement({
    service: '_ipp',
    instance: 'Kyocera ECOSYS M2540dn (2. Stock)',
    host: 'KM123456',
    address: '127.0.0.1',
    port: 631,
    txt: {
      rp: 'ipp/print',
      ty: 'Kyocera ECOSYS M2540dn',
      UUID: '4509a320',
      adminurl: 'http://km123456.local',
      note: '',
    },
    ...overrides,
  });
const search = async (records: readonly Answered[], options: Parameters<typeof startResponder>[1] = {}) => {
  const responder = await startResponder(records, options);
  onTestFinished(() => responder.close());
  const found = await searchMdns(
    { address: options.group?.address ?? '127.0.0.1', port: responder.port, waitMs: 600 },
    never,
  );
  return { found, responder };
};

describe('printers that announce themselves', () => {
  test('are found with their services and TXT records, one entry per address', async () => {
    const { found } = await search([
      ...printer(),
      ...printer({ service: '_ipps', port: 443 }),
      ...printer({ service: '_printer', port: 0 }),
      ...printer({
        service: '_pdl-datastream',
        port: 9100,
        instance: 'Other',
        host: 'other',
        address: '10.1.2.3',
        txt: { product: '(X)', usb_MFG: 'Maker' },
      }),
    ]);
    expect(found).toEqual([
      {
        address: '10.1.2.3',
        name: 'Other',
        services: [{ service: '_pdl-datastream._tcp.local', port: 9100 }],
        noted: { product: '(X)', usb_MFG: 'Maker' },
      },
      {
        address: '127.0.0.1',
        name: 'Kyocera ECOSYS M2540dn (2. Stock)',
        services: [
          { service: '_ipp._tcp.local', port: 631, path: 'ipp/print' },
          { service: '_ipps._tcp.local', port: 443, path: 'ipp/print' },
        ],
        noted: { ty: 'Kyocera ECOSYS M2540dn', UUID: '4509a320', adminurl: 'http://km123456.local' },
      },
    ]);
  });

  test('a responder that answers only what is asked gets further questions until host and address are known', async () => {
    const { found, responder } = await search(printer({ instance: '複合機 3階' }), { additional: false });
    expect(found).toMatchObject([{ address: '127.0.0.1', name: '複合機 3階', noted: { UUID: '4509a320' } }]);
    const types = new Set(responder.asked.map(({ type }) => type));
    expect([...types].sort((a, b) => a - b)).toEqual([1, 12, 16, 33]);
  });

  test('an address that a neighbour may not announce is ignored', async () => {
    expect((await search(printer({ address: '8.8.8.8' }))).found).toEqual([]);
    expect(isCredibleAddress('8.8.8.8', '8.8.8.8')).toBe(true);
    expect(isCredibleAddress('192.168.7.1', '10.0.0.1')).toBe(true);
    expect(
      ['127.0.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '172.32.0.1'].map((a) =>
        isCredibleAddress(a, '10.0.0.1'),
      ),
    ).toEqual([false, false, false, false, false]);
  });

  test('answer a query by multicast as well', async (context) => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;
    if (own === undefined) {
      context.skip('this machine stands in no network');
      return;
    }
    const group = { address: '239.255.67.83', interface: own };
    const responder = await startResponder(printer({ address: own }), { group }).catch(() => undefined);
    if (responder === undefined) {
      context.skip('this machine does not let a program join a group');
      return;
    }
    onTestFinished(() => responder.close());
    const found = await searchMdns({ address: group.address, port: responder.port, waitMs: 900 }, never);
    if (responder.asked.length === 0) {
      context.skip('this machine does not carry multicast');
      return;
    }
    expect(found).toMatchObject([{ address: own, services: [{ service: '_ipp._tcp.local', port: 631 }] }]);
  });

  test('the search ends with the signal', async () => {
    const stop = new AbortController();
    const searching = searchMdns({ address: '127.0.0.1', port: 9, waitMs: 3_600_000 }, stop.signal);
    stop.abort();
    expect(await searching).toEqual([]);
  });
});

describe('messages of DNS', () => {
  test('names survive a round trip: compressed, with dots in a label, in UTF-8', () => {
    const text = Buffer.from([1, 0x61]);
    const header = toMessage(7, []);
    header.writeUInt16BE(2, 6);
    const first = Buffer.concat([
      toWireName(['a.b\\c', '印刷', 'local']),
      Buffer.from([0, 16, 0, 1, 0, 0, 0, 1, 0, 2]),
      text,
    ]);
    const second = Buffer.from([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 1, 0, 2, 0xc0, 12]);
    const name = String.raw`a\.b\\c.印刷.local`;
    expect(decodeResponse(Buffer.concat([header, first, second]))).toEqual({
      id: 7,
      records: [
        { type: 'txt', name, entries: new Map([['a', '']]) },
        { type: 'ptr', name, target: name },
      ],
    });
    const query = Buffer.from(encodeQuery(1, [{ name, type: 'srv' }]) ?? []);
    expect(query.subarray(12, -4)).toEqual(toWireName(['a.b\\c', '印刷', 'local']));
    expect(encodeQuery(1, [{ name: 'x'.repeat(64), type: 'a' }])).toBeUndefined();
    expect(encodeQuery(1, [{ name: 'abc.'.repeat(80), type: 'a' }])).toBeUndefined();
  });

  test('a pointer that loops, or points forwards or to itself, invalidates the message', () => {
    const header = toMessage(1, []);
    header.writeUInt16BE(1, 6);
    const fixed = Buffer.from([0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 1, 2, 3, 4]);
    for (const name of [
      [0xc0, 12],
      [0xc0, 14],
      [1, 0x61, 0xc0, 12],
      [0xc0, 200],
    ])
      expect(decodeResponse(Buffer.concat([header, Buffer.from(name), fixed]))).toBeUndefined();
  });

  test('anything but a whole response is refused, and nothing makes the decoder throw or hang', () => {
    const whole = toMessage(1, printer());
    for (let length = 0; length < whole.length; length++)
      expect(decodeResponse(whole.subarray(0, length))).toBeUndefined();
    expect(decodeResponse(Buffer.from(encodeQuery(1, [{ name: 'local', type: 'ptr' }]) ?? []))).toBeUndefined();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }),
        fc.uint8Array({ maxLength: 64 }),
        (changes, tail) => {
          const packet = Buffer.concat([whole, tail]);
          for (const [at, octet] of changes) packet[at] = octet;
          for (const record of decodeResponse(packet)?.records ?? [])
            expect(record.name.length).toBeLessThanOrEqual(1020);
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (packet) => {
        if (packet.length > 3) packet[2] = 0x84;
        decodeResponse(packet);
      }),
      { numRuns: 2000 },
    );
  });

  test('services that are not of printers are ignored', async () => {
    const [, ...rest] = printer();
    const other = { name: toServiceName('_airplay'), type: 12, data: toWireName(['x', ...toServiceName('_airplay')]) };
    expect((await search([other, ...rest])).found).toEqual([]);
  });
});
