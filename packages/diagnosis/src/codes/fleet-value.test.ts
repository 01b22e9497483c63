import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShown, toFleetValue } from './fleet-value.ts';

const isPublic = (text: string) => isShown(toFleetValue(text));

describe('which values of a code may leave the devices of their owner', () => {
  it.each([
    '0',
    '5',
    '-8',
    '+3',
    '128',
    '12345678',
    '0.25',
    '-1.5',
    '0001',
    'on',
    'auto',
    'none',
    'A',
    'A4',
    'B5R',
    '',
    '-',
    '---',
  ])('M1: a number of at most 8 digits or a very short entry of an enumeration: %j', (text) =>
    expect(toFleetValue(text)).toBe(text),
  );

  it.each([
    ['letters and digits', 'PIN-4711'],
    ['letters and digits', 'k7Qz'],
    ['letters and digits', 'Mueller2'],
    ['a name', 'Schmidt'],
    ['a name', '山田太郎'],
    ['a text', 'call service'],
    ['a password', 'hunter2'],
    ['an e-mail address', 'a@b.de'],
    ['a host name', 'srv.lan'],
    ['a host name', 'print-01'],
    ['an IPv4 address', '10.0.0.7'],
    ['an IPv6 address', '::1'],
    ['a MAC address', '00:11:22:33:44:55'],
    ['a phone number', '+49 30 1234'],
    ['a phone number', '0301234567'],
    ['a phone number', '030123'],
    ['a phone number', '123-4567'],
    ['a long digit string', '123456789'],
    ['a long digit string', '-9876543210'],
    ['a number with zeros in front', '00471'],
    ['hexadecimal', '0x1F'],
    ['an address of the web', 'http://a'],
  ])('M1: %s stays with its owner: %j', (_what, text) => expect(isPublic(text)).toBe(false));

  it('M1: no text of four characters or more that mixes letters with anything else is shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = text.trim();
        const isMixed = bare.length > 3 && /[^-+.\d]/.test(bare) && !/^[A-Za-z]{1,5}$/.test(bare);
        expect(isMixed && isPublic(text)).toBe(false);
        expect([text, toFleetValue('PIN-4711')]).toContain(toFleetValue(text));
      }),
    );
  });
});
