import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findEnd } from './json-bytes.ts';

test('the end of any JSON value in a text is found, whatever follows it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(',1', ']', '}', ''), (value, rest) => {
      const json = JSON.stringify(value);
      expect(findEnd(Buffer.from(`[${json}${rest}`), 1)).toBe(1 + Buffer.byteLength(json));
    }),
  );
});
