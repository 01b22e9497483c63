import { checkBox, toList } from '@platen/diagnosis/search-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPasted, toTip } from './search-box-field.tsx';

test('AS-13 AS-31 AS-36: each broken rule has its tip, and the identifiers one for characters and limit', () => {
  expect(toTip('mfpIdentifiers', 'notAllowed')).toEqual({ key: 'identifiers', limit: '20000' });
  expect(toTip('mfpIdentifiers', 'tooLong')).toEqual({ key: 'identifiers', limit: '20000' });
  expect(toTip('mfpIdentifiers', 'innerSpace').key).toBe('innerSpace');
  expect(toTip('models', 'bracket').key).toBe('bracket');
  expect(toTip('models', 'tooLong')).toEqual({ key: 'tooLong', limit: '1024' });
  expect(toTip('customerNumbers', 'notAllowed').key).toBe('notAllowedNumber');
  expect(toTip('dealerNumbers', 'notAllowed').key).toBe('notAllowedPlain');
  expect(toTip('firmwareVersion', 'oneValue').key).toBe('oneValue');
});

test('AS-08 AS-12: a pasted column of serial numbers becomes values separated by commas, joined to what is there', () => {
  const serial = fc.stringMatching(/^[A-Z0-9-]{1,9}$/);
  const gap = fc.constantFrom('\n', '\r\n', '\t', '\n\n', ' \n ');
  fc.assert(
    fc.property(fc.array(serial, { minLength: 2 }), gap, fc.array(serial), fc.array(serial), (values, gap, a, b) => {
      const before = a.join(', ');
      const after = b.join(',');
      const text = before + (toPasted(before, values.join(gap), after) ?? '') + after;
      expect(toList(text)).toEqual([...a, ...values, ...b]);
      expect(checkBox('mfpIdentifiers', text)).toBeUndefined();
    }),
  );
});

test('AS-12: a text of one line is pasted as it is', () => {
  expect(toPasted('', 'CKL1, CKL 2', '')).toBeUndefined();
  expect(toPasted('', 'CKL1\n', '')).toBeUndefined();
  expect(toPasted('', '\n\n', '')).toBeUndefined();
  expect(toPasted('', 'CKL1,\nCKL2,\n', '')).toBe('CKL1, CKL2');
});
