import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readElement, readInteger, readOid, tags, writeInteger, writeOid } from './ber.ts';
import { decodeMessage, encodeRequest } from './message.ts';
import { toRawText, toValue } from './value.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** A response of one varbind, 1.3.6.1.2.1.1.3.0, with the value given in hex. */
const responseWith = (value: string): Uint8Array => {
  const varbind = `30${size(10 + value.length / 2)}06082b06010201010300${value}`;
  const list = `30${size(varbind.length / 2)}${varbind}`;
  const pdu = `020407070707020100020100${list}`;
  const body = `02010104067075626c6963a2${size(pdu.length / 2)}${pdu}`;
  return hex(`30${size(body.length / 2)}${body}`);
};
const size = (octets: number): string => octets.toString(16).padStart(2, '0');

describe('messages', () => {
  it('writes a GETBULK request octet for octet as RFC 3416 lays it out', () => {
    const packet = encodeRequest({
      version: '2c',
      community: 'public',
      id: 0x01020304,
      kind: 'getBulk',
      oids: ['1.3.6.1.2.1.43.11', '1.3.6.1.4.1.18334'],
      repetitions: 25,
    });
    const wanted = [
      '3036 020101 0406 7075626c6963', // message, version 2c is 1, community
      'a529 020401020304 020100 020119', // GETBULK, id, no non-repeaters, 25 repetitions
      '301b 300b 0607 2b060102012b0b 0500', // 1.3.6.1.2.1.43.11 = null
      '300c 0608 2b06010401818f1e 0500', // 18334 takes three octets
    ];
    expect(Buffer.from(packet)).toEqual(Buffer.from(hex(wanted.join(''))));
  });

  it.each([
    ['4304ee6b2800', { type: 'timeTicks', value: 4_000_000_000 }],
    ['430500ee6b2800', { type: 'timeTicks', value: 4_000_000_000 }],
    ['410100', { type: 'counter32', value: 0 }],
    ['4108ffffffffffffffff', { type: 'malformed' }],
    ['4608ffffffffffffffff', { type: 'counter64', value: 18_446_744_073_709_551_615n }],
    ['460900ffffffffffffffff', { type: 'counter64', value: 18_446_744_073_709_551_615n }],
    ['0201fd', { type: 'integer', value: -3 }],
    ['0200', { type: 'malformed' }],
    ['0205ffffffff00', { type: 'integer', value: -256 }],
    ['0205ff00000000', { type: 'malformed' }],
    ['4004c0000201', { type: 'ipAddress', value: '192.0.2.1' }],
    ['4003c00002', { type: 'malformed' }],
    ['0600', { type: 'oid', value: '0.0' }],
    ['06022b81', { type: 'malformed' }],
    ['8200', { type: 'endOfMibView' }],
    ['8000', { type: 'noSuchObject' }],
    ['9f00', { type: 'malformed', tag: 0x9f }],
  ])('reads the value %s, and an invalid value affects only itself', (value, wanted) => {
    const response = decodeMessage(responseWith(value));
    expect(response).toMatchObject({
      id: 0x07070707,
      version: '2c',
      varbinds: [{ oid: '1.3.6.1.2.1.1.3.0', value: wanted }],
    });
  });

  it('shows raw values in readable form', () => {
    expect(toRawText(toValue(tags.octets, Buffer.from('Tray 1')))).toBe('Tray 1');
    expect(toRawText(toValue(tags.octets, Uint8Array.from([0x20, 0x00])))).toBe('0x2000');
    expect(toRawText(toValue(tags.integer, Uint8Array.from([0xfe])))).toBe('-2');
    expect(toRawText(toValue(tags.null, new Uint8Array()))).toBe('null');
  });
});

describe('hostile octets', () => {
  it('a message truncated anywhere is dropped', () => {
    const whole = responseWith('0407426c61636b2031');
    const read = Array.from(whole, (_, length) => decodeMessage(whole.subarray(0, length)));
    expect(read).toEqual(read.map(() => undefined));
    expect(decodeMessage(whole)).toBeDefined();
  });

  it('any octets are read or dropped, without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => decodeMessage(bytes)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it('a response with octets changed, removed or doubled is read or dropped, without an exception', () => {
    const valid = responseWith('0407426c61636b2031');
    const change = fc.tuple(fc.nat(valid.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat(valid.length), (changes, length) => {
        const bytes = Uint8Array.from(valid);
        for (const [position, octet] of changes) bytes[position] = octet;
        const response = decodeMessage(bytes.subarray(0, length));
        const isWhole = changes.length === 0 && length === valid.length;
        expect(isWhole ? response?.id : 0x07070707).toBe(0x07070707);
      }),
      { numRuns: 3000 },
    );
  });

  it('integers and OIDs survive a round trip', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const element = readElement(writeInteger(value), 0);
        expect(readInteger(element?.body ?? new Uint8Array())).toBe(value);
      }),
    );
    const arcs = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat(39), arcs, (second, rest) => {
        const oid = [1, second, ...rest].join('.');
        expect(readOid(readElement(writeOid(oid), 0)?.body ?? new Uint8Array())).toBe(oid);
      }),
    );
  });
});
