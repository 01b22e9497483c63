import { explainCode } from '@platen/catalogue/device-codes/device-codes';
import { inhibits } from '@platen/diagnosis/conditions/inhibit';
import { describe, expect, test } from 'vitest';

/** All codes of service calls. */
const codes = Array.from({ length: 0x1000 }, (_, n) => `C${n.toString(16).toUpperCase().padStart(3, '0')}`);
const placeOf = (code: string): string => explainCode(code, 'en-us').place;
const hides = (code: string, part: string): boolean =>
  inhibits({ kind: 'down', subject: code }, { kind: 'part', subject: part });

/** Codes about the scanner's own sensors in the document feeder hide no roller. */
const ofScanner = (code: string): boolean => code >= 'C2E9' && code <= 'C2FA';

describe('units of device codes', () => {
  test.each([
    ['fuser', 'C400'],
    ['laserUnit', 'CA00'],
    ['feedRoller.CST1', 'C040'],
    ['feedRoller.ADF', 'C700'],
  ])('WL-45: a call hides advice about %s exactly where the catalogue places its code like %s', (part, example) => {
    const isPlaced = (code: string) =>
      placeOf(code) === placeOf(example) || (part.startsWith('feedRoller.') && placeOf(code) === placeOf('C040'));
    const wrong = codes.filter((code) => hides(code, part) !== (isPlaced(code) && !ofScanner(code)));
    expect(wrong).toEqual([]);
  });

  test('WL-45: calls about the image hide the advice of the same code', () => {
    expect([hides('CE20', 'CE20'), hides('CE40', 'CE40'), hides('CE40', 'CE20')]).toEqual([true, true, false]);
    expect(placeOf('CE20')).toBe(placeOf('CE40'));
  });
});
