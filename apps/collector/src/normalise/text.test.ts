import { describe, expect, it } from 'vitest';
import { decodeText } from './text.ts';

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
