import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../test/expected.ts';
import { toReport } from '../normalise/to-report.ts';
import { parseRecording, toRawReading } from '../recording/recording.ts';
import type { SnmpValue } from '../snmp/value.ts';
import { redact } from './redact-recording.ts';

const head = { observedAt: new Date(0), collectorName: 'x', collectorVersion: '1', address: '' };
const tree = parseRecording(
  readFileSync(new URL('../../test/recordings/colour-a3.snmprec', import.meta.url), 'latin1'),
).objects;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const reversed = (text: string) => text.split('').toReversed().join('');
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const pairs = (text: string, separator: string) => (text.match(/../g) ?? []).join(separator);
const utf16 = (text: string) => latin1(Buffer.from(text, 'utf16le'));

/**
 * Encodings of a text by devices; `unit`: encoded characters per character, so that six characters are six
 * times this.
 */
const encodings: Record<string, { unit: number; encode: (secret: string) => string }> = {
  plain: { unit: 1, encode: (secret) => secret },
  'in lower case': { unit: 1, encode: (secret) => secret.toLowerCase() },
  reversed: { unit: 1, encode: reversed },
  hex: { unit: 2, encode: hex },
  'hex in capitals': { unit: 2, encode: (secret) => hex(secret).toUpperCase() },
  'hex with colons': { unit: 3, encode: (secret) => pairs(hex(secret), ':') },
  'UTF-16': { unit: 2, encode: utf16 },
};
const macEncodings: Record<string, (mac: string) => string> = {
  raw: (mac) => latin1(Buffer.from(mac, 'hex')),
  'raw backwards': (mac) => latin1(Buffer.from(mac, 'hex').reverse()),
  hex: (mac) => mac,
  'in capitals with colons': (mac) => pairs(mac.toUpperCase(), ':'),
  'with hyphens': (mac) => pairs(mac, '-'),
  'in groups of four': (mac) => (mac.match(/.{4}/g) ?? []).join('.'),
  backwards: (mac) => pairs((mac.match(/../g) ?? []).toReversed().join(''), ':'),
  'its second half in a name': (mac) => `NPI${mac.slice(6).toUpperCase()}`,
};

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('');
const word = (from: string[], minLength: number) =>
  fc.array(fc.constantFrom(...from), { minLength, maxLength: minLength + 4 }).map((parts) => parts.join(''));
/** Without runs of one character, which are found in every recording. */
const isVaried = (text: string) => !/(.)\1\1/.test(text);
const secrets = fc.record({
  serial: fc
    .tuple(word(letters, 3), word('123456789'.split(''), 7))
    .map((parts) => parts.join(''))
    .filter(isVaried),
  community: word('qwzxjvkpb0123456789-'.split(''), 8).filter((text) => /[a-z]/.test(text) && isVaried(text)),
  writeCommunity: word('qwzxjvkpb'.split(''), 8).filter(isVaried),
  name: fc
    .tuple(word('qwzxjvk'.split(''), 6), word('0123456789'.split(''), 2))
    .map((parts) => parts.join('-'))
    .filter(isVaried),
  mac: fc
    .uint8Array({ minLength: 3, maxLength: 3 })
    .filter((tail) => new Set(tail).size === 3 && tail.every((octet) => octet > 127)),
});

const serialOid = '1.3.6.1.2.1.43.5.1.1.17.7';
const octetsOf = (text: string): SnmpValue => ({ type: 'octets', bytes: Buffer.from(text, 'latin1') });
/**
 * The recorded tree with identities in their objects, and `planted` in the object at `position`, between
 * other words.
 */
function plant(given: { serial: string; name: string; mac: string }, position: number, planted: string) {
  const objects = new Map<string, SnmpValue>(tree);
  const texts = [...tree].filter(([, value]) => value.type === 'octets').map(([oid]) => oid);
  const oid = texts[position % texts.length] ?? '';
  objects.set(oid, octetsOf(`Acme 4500 ${planted} rev`));
  objects.set('1.3.6.1.4.1.32473.9.1.0', octetsOf(planted));
  objects.set(serialOid, octetsOf(given.serial));
  objects.set('1.3.6.1.2.1.1.5.0', octetsOf(given.name));
  objects.set('1.3.6.1.2.1.2.2.1.6.2', { type: 'octets', bytes: Buffer.from(given.mac, 'hex') });
  objects.set('1.3.6.1.2.1.2.2.1.3.2', { type: 'integer', value: 6 });
  return objects;
}
function redacted(objects: ReadonlyMap<string, SnmpValue>, known: readonly string[]) {
  const report = toReport(toRawReading(objects), head);
  return redact({ objects, attributes: [] }, report, known).objects;
}
/** Everything in the recording as text, octets as they are and arcs as octets. */
const toSaved = (objects: ReadonlyMap<string, SnmpValue>): string =>
  [...objects]
    .flatMap(([oid, value]) => [
      'bytes' in value ? latin1(value.bytes) : 'value' in value ? String(value.value) : '',
      oid
        .split('.')
        .map((arc) => (Number(arc) < 256 ? String.fromCharCode(Number(arc)) : '\u0100'))
        .join(''),
    ])
    .join('\n')
    .toLowerCase();
const runsOf = (text: string, length: number) =>
  Array.from({ length: Math.max(1, text.length - length + 1) }, (_, i) => text.slice(i, i + length).toLowerCase());
const toMac = (tail: Uint8Array) => `001b78${Buffer.from(tail).toString('hex')}`;

describe('a planted secret', () => {
  it.each(Object.keys(encodings))('is removed from every object, down to runs of six characters: %s', (name) => {
    const { unit, encode } = encodings[name] ?? { unit: 1, encode: (text: string) => text };
    fc.assert(
      fc.property(secrets, fc.nat(1000), fc.constantFrom('serial', 'community', 'name'), (given, position, which) => {
        const planted = encode(given[which]);
        const mac = toMac(given.mac);
        const saved = toSaved(redacted(plant({ ...given, mac }, position, planted), [given.community]));
        for (const run of runsOf(planted, 6 * unit)) expect(saved).not.toContain(run);
        for (const run of runsOf(given[which], 6)) expect(saved).not.toContain(run);
      }),
      { numRuns: 30 },
    );
  });

  it('in Base64 is removed wherever it begins', () => {
    fc.assert(
      fc.property(secrets, fc.nat(1000), fc.nat(2), (given, position, shift) => {
        const encoded = Buffer.from(`${'x'.repeat(shift)}${given.serial}`).toString('base64');
        const objects = redacted(plant({ ...given, mac: toMac(given.mac) }, position, encoded), []);
        for (const value of objects.values())
          for (const token of 'bytes' in value ? latin1(value.bytes).split(' ') : [])
            expect(Buffer.from(token, 'base64').toString('latin1')).not.toContain(given.serial.slice(2, 9));
      }),
      { numRuns: 30 },
    );
  });

  it.each(Object.keys(macEncodings))('that is a MAC address keeps only the half of its maker: %s', (name) => {
    const encode = macEncodings[name] ?? ((mac: string) => mac);
    fc.assert(
      fc.property(secrets, fc.nat(1000), (given, position) => {
        const mac = toMac(given.mac);
        const saved = toSaved(redacted(plant({ ...given, mac }, position, encode(mac)), []));
        const tail = mac.slice(6);
        for (const form of [tail, pairs(tail, ':'), pairs(tail, '-'), encode(mac).toLowerCase()])
          expect(saved).not.toContain(form);
        expect(saved).not.toContain(latin1(given.mac).toLowerCase());
      }),
      { numRuns: 30 },
    );
  });

  it('in the index of an object is removed: octets forwards and backwards, words, halves, digits and whole numbers', () => {
    fc.assert(
      fc.property(secrets, fc.nat(7), (given, which) => {
        const mac = toMac(given.mac);
        const numbers = (size: number) =>
          (mac.match(new RegExp(`.{${size}}`, 'g')) ?? []).map((part) => Number.parseInt(part, 16));
        const digits = given.serial.replaceAll(/\D/g, '');
        const arcs =
          [
            numbers(2),
            numbers(2).toReversed(),
            numbers(4),
            numbers(4).toReversed(),
            numbers(6),
            [...Buffer.from(given.serial)],
            [...Buffer.from(reversed(given.serial))],
            [...Buffer.from(digits)],
          ][which] ?? [];
        const index = arcs.join('.');
        const objects = plant({ ...given, mac }, 0, 'x');
        objects.set(`1.3.6.1.4.1.32473.7.${index}.1`, { type: 'integer', value: 1 });
        objects.set('1.3.6.1.4.1.32473.8.0', { type: 'oid', value: `1.3.6.${index}` });
        const saved = [...redacted(objects, [])].map(([oid, value]) => `${oid} ${'value' in value ? value.value : ''}`);
        expect(saved.join('\n')).not.toContain(`.${index}`);
      }),
      { numRuns: 80 },
    );
  });

  it('that is a number is removed from numbers, and packed digits from octets', () => {
    const digits = '704112358';
    const objects = plant({ serial: digits, name: 'qwz-1', mac: '001b78010203' }, 0, 'x');
    objects.set('1.3.6.1.4.1.32473.7.1.0', { type: 'gauge32', value: Number(digits) });
    objects.set('1.3.6.1.4.1.32473.7.2.0', { type: 'octets', bytes: Buffer.from(`${digits}0`, 'hex') });
    const saved = redacted(objects, []);
    expect(saved.get('1.3.6.1.4.1.32473.7.1.0')).not.toEqual({ type: 'gauge32', value: Number(digits) });
    const octets = saved.get('1.3.6.1.4.1.32473.7.2.0');
    expect(octets !== undefined && 'bytes' in octets ? Buffer.from(octets.bytes).toString('hex') : '').not.toContain(
      '0411235',
    );
  });

  it('a write community that is not in the settings, in a maker’s own object, is removed there and everywhere else', () => {
    fc.assert(
      fc.property(secrets, fc.nat(1000), (given, position) => {
        const objects = plant({ ...given, mac: toMac(given.mac) }, position, 'x');
        objects.set('1.3.6.1.4.1.32473.9.2.0', octetsOf(given.writeCommunity));
        objects.set('1.3.6.1.4.1.32473.9.3.0', octetsOf(`set by ${given.writeCommunity} over SNMP`));
        expect(toSaved(redacted(objects, []))).not.toContain(given.writeCommunity);
      }),
      { numRuns: 30 },
    );
  });

  it('has one placeholder in every form, so that the recording remains one of one device', () => {
    const given = { serial: 'QVX7041123', name: 'qwzxjvk-17', mac: '001b78a1b2c3' };
    const objects = plant(given, 0, 'x');
    objects.set('1.3.6.1.4.1.32473.7.1.0', octetsOf(`SN=${hex(given.serial)}`));
    objects.set('1.3.6.1.4.1.32473.7.2.0', octetsOf('at 00:1B:78:A1:B2:C3 or NPIA1B2C3'));
    const saved = redacted(objects, []);
    const textOf = (oid: string) => {
      const value = saved.get(oid);
      return value !== undefined && 'bytes' in value ? latin1(value.bytes) : '';
    };
    expect(textOf('1.3.6.1.4.1.32473.7.1.0')).toBe(`SN=${hex(textOf(serialOid))}`);
    const mac = hex(textOf('1.3.6.1.2.1.2.2.1.6.2')).toUpperCase();
    expect(textOf('1.3.6.1.4.1.32473.7.2.0')).toBe(`at ${pairs(mac, ':')} or NPI${mac.slice(6)}`);
    const [was, is] = [objects, saved].map((values) => toReport(toRawReading(values), head));
    expect(is?.supplies).toEqual(was?.supplies);
    expect(valueOf(is?.identity.model)).toBe(valueOf(was?.identity.model));
  });
});
