import { expect, test } from 'vitest';
import { parseAddress } from './web-address.ts';

test('an address with characters beyond ASCII is read, however often one was read before', () => {
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseAddress('https://münchen.example/')?.host));
  expect([...hosts]).toEqual(['xn--mnchen-3ya.example']);
});

test('a text that names no address is none', () => {
  expect(['', 'münchen', 'https://', 'http://[::1', '//host/path'].map(parseAddress)).toEqual(
    Array.from({ length: 5 }),
  );
});
