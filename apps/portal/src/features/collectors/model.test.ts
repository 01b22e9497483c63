import { describe, expect, test } from 'vitest';
import { toCollector, toStatus } from '../../../test/collectors/data.ts';
import { toFindingText } from '../../device-facts/finding-text.ts';
import { readAddress, toAddressSearch, toMark, toReasonText } from './model.ts';

describe('the mark of a collector', () => {
  test.each([
    ['working', {}, 'normal', 'working'],
    ['failing', { status: toStatus({ failures: 1 }) }, 'warning', 'failing'],
    [
      'with refused reports',
      { status: toStatus({ queue: { reports: 0, bytes: 0, refused: 1 } }) },
      'warning',
      'refused',
    ],
    ['silent, whatever it reported before', { state: 'silent', status: toStatus({ failures: 1 }) }, 'error', 'silent'],
    ['new', { state: 'never', lastContactAt: null, status: null }, 'unknown', 'never'],
    ['resting, whether heard or not', { state: 'resting', lastContactAt: null }, 'offline', 'resting'],
    ['resting', { state: 'resting', status: toStatus({ failures: 1 }) }, 'offline', 'resting'],
    ['revoked', { state: 'revoked' }, 'offline', 'revoked'],
    ['revoked before it was ever heard', { state: 'revoked', lastContactAt: null }, 'unknown', 'revoked'],
    ['without a status', { status: null }, 'normal', 'working'],
  ] as const)('of one that is %s', (_name, more, shape, key) => {
    expect(toMark(toCollector(1, more))).toMatchObject({ shape, label: { key } });
  });
});

describe('the words of a finding', () => {
  test.each([
    ['MAC 00:80', 'MAC 00:81', 'boardMac', '00:80', '00:81'],
    ['serial A 1', 'serial B 2', 'boardSerial', 'A 1', 'B 2'],
    ['counter 9', 'counter 1', 'boardCounter', '9', '1'],
    ['MAC 00:80', 'serial A', 'other', 'MAC 00:80', 'serial A'],
    ['something', '', 'other', 'something', ''],
  ])('about a board, from %s to %s', (before, now, key, was, is) => {
    expect(toFindingText({ kind: 'exchangedBoard', before, now })).toEqual({ key, before: was, now: is });
  });

  test('about anything else are as reported', () => {
    const moved = { before: 'MAC 1', now: 'MAC 2' };
    expect(toFindingText({ kind: 'movedAddress', ...moved })).toEqual({ key: 'movedAddress', ...moved });
  });
});

test('a reason says neither the address nor the kind again', () => {
  expect(toReasonText('failed', '10.0.0.1:161: genErr', '10.0.0.1:161')).toBe('genErr');
  expect(toReasonText('failed', 'genErr', null)).toBe('genErr');
  expect(toReasonText('silent', 'no answer', '10.0.0.1')).toBe('');
  expect(toReasonText('silent', 'no answer to SNMPv3 of user x', '10.0.0.1')).toBe('no answer to SNMPv3 of user x');
  expect(toReasonText('failed', 'no answer', '10.0.0.1')).toBe('no answer');
});

describe('the address of the screen', () => {
  test('leaves out what goes without saying', () => {
    expect(toAddressSearch({ view: 'stopped' })).toEqual({ view: 'stopped' });
    expect(toAddressSearch({ view: 'collectors', from: 100, collectorId: 'a' })).toEqual({
      view: 'collectors',
      from: '100',
      collector: 'a',
    });
  });

  test('is read with what is wrong in it left out; who may not see collectors is shown the devices', () => {
    expect(readAddress({}, true)).toEqual({ view: 'collectors', from: 0, collectorId: undefined });
    expect(readAddress({ view: 'stopped', from: '200', collector: 'a' }, true)).toEqual({
      view: 'stopped',
      from: 200,
      collectorId: undefined,
    });
    for (const from of ['-1', '1e3', 'x', '999999999'])
      expect(readAddress({ view: 'collectors', from, collector: 'a' }, false)).toEqual({
        view: 'stopped',
        from: 0,
        collectorId: undefined,
      });
  });
});
