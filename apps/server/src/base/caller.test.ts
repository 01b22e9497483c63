import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit, toLoggedAddress, toRateKey } from './caller.ts';

test('OQ-121: a truncated address is the network of the client, a full one the address in its shortest form', () => {
  for (const [address, truncated, full] of [
    ['192.0.2.77', '192.0.2.0', '192.0.2.77'],
    ['::ffff:192.0.2.77', '192.0.2.0', '192.0.2.77'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2:3:4:5:6'],
    ['fe80::1%eth0', 'fe80::', 'fe80::1'],
    ['::1', '::', '::1'],
    ['unknown', 'invalid', 'invalid'],
    ['1', 'invalid', 'invalid'],
  ] as const) {
    expect([address, toLoggedAddress(address, 'truncated')]).toEqual([address, truncated]);
    expect([address, toLoggedAddress(address, 'full')]).toEqual([address, full]);
    expect(toLoggedAddress(address, 'none')).toBeUndefined();
  }
});

test('AC-23: failed calls of one IPv6 network of 64 bits are counted together, those of IPv4 by address', () => {
  expect(toRateKey('2001:db8::1')).toBe(toRateKey('2001:db8::ffff:1:2:3'));
  expect(toRateKey('2001:db8::1')).not.toBe(toRateKey('2001:db8:0:1::1'));
  expect(toRateKey('192.0.2.1')).not.toBe(toRateKey('192.0.2.2'));
  expect(toRateKey('::ffff:192.0.2.1')).toBe(toRateKey('192.0.2.1'));
});

test('OQ-121: no text that a proxy passes on reaches a log line unless it is an address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => {
      expect(toLoggedAddress(text, 'full')).toMatch(/^([0-9a-f.:]+|invalid)$/);
      expect(toRateKey(text)).toMatch(/^([0-9a-f.:]+|invalid)$/);
    }),
  );
});

test('AC-23 OQ-116: the allowance of a minute may be used at once, then one call at a time as it refills, per key', () => {
  let now = 0;
  const limit = createRateLimit(60, { now: () => now });
  for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
  expect(limit.take('b')).toBe(0);
  now += 1000;
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 1]);
  now += 3_600_000;
  for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
});

test('AC-23: a clock set back takes nothing away and gives nothing', () => {
  let now = 1_000_000;
  const limit = createRateLimit(2, { now: () => now });
  limit.take('a');
  now -= 500_000;
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
});

test('AC-23: a flood of keys does not grow the memory without end nor open the limit of a busy key for long', () => {
  const limit = createRateLimit(1, { now: () => 0 });
  for (let n = 0; n < 50_000; n++) limit.take(`key ${n}`);
  expect(limit.take('key 49999')).toBeGreaterThan(0);
});
