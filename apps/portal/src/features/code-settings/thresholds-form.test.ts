import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkThresholds, toCodeName, toDraft, toExplanation, toRefusedFields } from './thresholds-form.ts';

test('CD-20 CD-21 OQ-77: both orders are taken, equal thresholds and a clear threshold alone are not', () => {
  expect(checkThresholds({ alert: '59', clear: '55' }).thresholds).toEqual({ alert: 59, clear: 55 });
  expect(checkThresholds({ alert: ' 169 ', clear: '175.5' }).thresholds).toEqual({ alert: 169, clear: 175.5 });
  expect(checkThresholds({ alert: '-3', clear: '' }).thresholds).toEqual({ alert: -3, clear: null });
  expect(checkThresholds({ alert: '', clear: '' }).thresholds).toEqual({ alert: null, clear: null });
  expect(checkThresholds({ alert: '5', clear: '5.0' })).toEqual({
    problems: { clear: 'equal' },
    thresholds: undefined,
  });
  expect(checkThresholds({ alert: '', clear: '5' })).toEqual({
    problems: { clear: 'clearAlone' },
    thresholds: undefined,
  });
});

test.each(['５', '1,5', 'A0', '1e3', '--1', '.', '9'.repeat(400)])('OQ-77: %s is no threshold', (text) => {
  expect(checkThresholds({ alert: text, clear: text }).problems).toEqual({ alert: 'number', clear: 'number' });
});

test('OQ-77: thresholds shown in the boxes are read back the same', () => {
  const threshold = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 8));
  fc.assert(
    fc.property(threshold, threshold, (alert, clear) => {
      fc.pre(alert !== clear && alert !== null);
      expect(checkThresholds(toDraft({ alert, clear })).thresholds).toEqual({ alert, clear });
    }),
  );
});

test('OQ-77: the order of the thresholds says which sentence holds', () => {
  expect(toExplanation({ alert: null, clear: null })).toBe('none');
  expect(toExplanation({ alert: 5, clear: null })).toBe('highAlone');
  expect(toExplanation({ alert: 5, clear: 4 })).toBe('high');
  expect(toExplanation({ alert: 4, clear: 5 })).toBe('low');
});

test('OQ-77: a refusal is put at its field by the name it begins with', () => {
  const detail = [
    { msg: 'clearThreshold: must differ' },
    { msg: 'main, sub: no such code' },
    { msg: 'alertThreshold' },
  ];
  expect(toRefusedFields(detail)).toEqual({ clear: 'must differ' });
});

test('RT-20 RT-21: an address names a code by its main and sub code', () => {
  expect(toCodeName('2190', '0')).toEqual({ main: 2190, sub: 0 });
  for (const wrong of [undefined, '', '-1', '1.5', '123456', 'x']) expect(toCodeName(wrong, '0')).toBeUndefined();
  expect(toCodeName('1', undefined)).toBeUndefined();
});
