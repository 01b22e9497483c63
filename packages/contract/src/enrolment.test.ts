import { expect, test } from 'vitest';
import { codeAlphabet, readCode, toShownCode } from './enrolment.ts';

test('CF-01: a code has two groups of five of 32 characters, none that is mistaken for another', () => {
  expect(new Set(codeAlphabet).size).toBe(32);
  expect(codeAlphabet).not.toMatch(/[IO01a-z]/);
  expect(toShownCode('K7M4PQX9TD')).toBe('K7M4P-QX9TD');
});

test('CF-01: a code is read in either case, with or without dash and blanks', () => {
  for (const text of ['K7M4P-QX9TD', ' k7m4pqx9td', 'K7M4P QX9TD', 'k7-m4-pq-x9-td'])
    expect(readCode(text)).toBe('K7M4PQX9TD');
  for (const text of ['', 'K7M4P-QX9T', 'K7M4P-QX9TDA', 'K7M4P-QX9T0', 'K7M4P-QX9TI', 'K7M4P_QX9TD'])
    expect(readCode(text)).toBeUndefined();
});
