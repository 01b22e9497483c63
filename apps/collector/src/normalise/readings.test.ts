import { describe, expect, it } from 'vitest';
import type { RawObject } from './raw-table.ts';
import { decodeText, toPercent } from './readings.ts';

const integer = (value: number | undefined): RawObject | undefined =>
  value === undefined ? undefined : { oid: '1.3.6', name: 'x', value: { type: 'integer', value } };
const percent = (level: number | undefined, capacity: number | undefined) =>
  toPercent(integer(level), integer(capacity));

describe('percent of a supply or a tray', () => {
  it.each([
    [181, 550, 32.9],
    [0, 100, 0],
    [100, 100, 100],
    [1, 3, 33.3],
    [99_959, 100_000, 100],
    [49, 400, 12.2],
    [51, 400, 12.8],
    [2_147_483_647, 2_147_483_647, 100],
  ])('level %i of %i is %f', (level, capacity, value) => {
    expect(percent(level, capacity)).toMatchObject({ state: 'measured', value, evidence: { raw: String(level) } });
  });

  it.each([
    [-3, 250, 'someRemaining'],
    [-3, -2, 'someRemaining'],
    [-2, 250, 'unknown'],
    [-1, 250, 'notRestricted'],
    [-9, 250, 'unknown'],
    [100, -2, 'unknown'],
    [100, -1, 'unknown'],
    [0, 0, 'unknown'],
    [5, undefined, 'unknown'],
    [undefined, 100, 'unknown'],
    [101, 100, 'unknown'],
  ])('level %s of %s is %s, never a number', (level, capacity, state) => {
    const reading = percent(level, capacity);
    expect(reading.state).toBe(state);
    expect('value' in reading).toBe(false);
  });

  it('a level above the capacity stays visible in the evidence', () => {
    const also = [{ source: '1.3.6', name: 'x', raw: '100' }];
    expect(percent(101, 100).evidence).toMatchObject({ raw: '101', rule: 'levelOverCapacity', also });
  });
});

const text = (hex: string): string => decodeText(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('texts of devices', () => {
  it('are UTF-8 where they are valid UTF-8, else Latin-1', () => {
    expect(text('e38388e3838ae383bc')).toBe('トナー');
    expect(text('4b c3 bc 63 68 65')).toBe('Küche');
    expect(text('4b fc 63 68 65')).toBe('Küche');
    expect(text('41 92 e9')).toBe('Aé');
  });

  it('lose the PML prefix, and only that', () => {
    expect(text('01 15 45373436')).toBe('E746');
    expect(text('01 55 45373436')).toBe('E746');
    expect(text('02 75 45373436')).toBe('E746');
    expect(text('41 01 55 42')).toBe('AUB');
    expect(text('55 45')).toBe('UE');
    expect(text('01')).toBe('');
  });

  it('lose control and direction characters but keep lines and spaces as sent', () => {
    expect(text('546f6e6572 00')).toBe('Toner');
    expect(text('41 0a 42 0d0a 43 09 44 20')).toBe('A\nB\nC\tD ');
    expect(text('1b5b33316d 52 7f c285')).toBe('[31mR');
    expect(text('e280ae 41')).toBe('A');
  });
});
