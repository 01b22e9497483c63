import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashApiToken, isApiToken, isFrom, isNetwork, isWellFormed, makeApiToken, toBeginning } from './api-token.ts';

describe('the form of API tokens', () => {
  test('OA-30: plt_, 30 letters and digits, 6 of their CRC-32; no two are the same', () => {
    const tokens = Array.from({ length: 500 }, makeApiToken);
    for (const token of tokens) {
      expect(token).toMatch(/^plt_[0-9A-Za-z]{36}$/);
      expect(isWellFormed(token)).toBe(true);
      expect(toBeginning(token)).toBe(token.slice(0, 8));
      expect(hashApiToken(token)).toHaveLength(32);
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const sum = Array.from(token.slice(-6)).reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
      expect(sum).toBe(crc32(token.slice(4, 34)));
    }
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('OA-30: one wrong character is noticed without asking the database', () => {
    fc.assert(
      fc.property(fc.nat(35), fc.constantFrom('0', 'A', 'z', '9'), (place, letter) => {
        const token = makeApiToken();
        const at = place + 4;
        fc.pre(token[at] !== letter);
        expect(isWellFormed(`${token.slice(0, at)}${letter}${token.slice(at + 1)}`)).toBe(false);
      }),
    );
    for (const text of ['', 'plt_', `${makeApiToken()}x`, ` ${makeApiToken()}`, makeApiToken().toUpperCase()])
      expect(isWellFormed(text)).toBe(false);
  });

  test('OA-30: is known by its beginning in the header', () => {
    expect(isApiToken(`Bearer ${makeApiToken()}`)).toBe(true);
    for (const header of [undefined, '', 'Bearer ey.x.y', 'Basic plt_x', 'Bearer plk_x', makeApiToken()])
      expect(isApiToken(header)).toBe(false);
  });
});

describe('addresses of API tokens', () => {
  test.each(['192.0.2.7', '192.0.2.0/28', '2001:db8::1', '2001:db8::/32', '0.0.0.0/0'])('OA-30: %s is one', (text) => {
    expect(isNetwork(text)).toBe(true);
  });
  test.each(['', '192.0.2', '192.0.2.0/33', '192.0.2.0/28/1', '010.0.0.1', 'erp.example', '::1%lo', '/8', '*'])(
    'OA-30: %j is none',
    (text) => {
      expect(isNetwork(text)).toBe(false);
    },
  );
  test.each([
    ['192.0.2.5', ['192.0.2.0/28'], true],
    ['192.0.2.16', ['192.0.2.0/28'], false],
    ['::ffff:192.0.2.5', ['192.0.2.5'], true],
    ['2001:db8::5', ['192.0.2.0/28', '2001:db8::/64'], true],
    ['2001:db8::5', ['0.0.0.0/0'], false],
    ['203.0.113.9', [], true],
    ['unknown', ['0.0.0.0/0'], false],
  ])('OA-30: a call from %s is from %j: %s', (address, networks, is) => {
    expect(isFrom(address, networks)).toBe(is);
  });
});
