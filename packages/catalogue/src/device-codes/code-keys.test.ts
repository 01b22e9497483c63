import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, parseKeys, spanText, toCode } from './code-keys.ts';

const number = fc.integer({ min: 0, max: 0xffff });
const part = fc.oneof(
  number.map((value) => ({ text: toCode(value), first: value, last: value })),
  fc
    .tuple(number, number)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
    .map(([first, last]) => ({ text: `${toCode(first)}-${toCode(last)}`, first, last })),
);

describe('the keys of a table', () => {
  it('DM-001: a key names codes, ranges and bare letters', () => {
    expect(parseKeys('E010, E01A, ED60-ED84')).toEqual([
      { first: 'E010', last: 'E010', width: 1 },
      { first: 'E01A', last: 'E01A', width: 1 },
      { first: 'ED60', last: 'ED84', width: 0x25 },
    ]);
    expect(parseKeys('C')).toEqual([{ first: 'C', last: 'C', width: 1 }]);
  });

  it('DM-001 DM-005: a span holds exactly the codes from its first to its last, counted in hexadecimal', () => {
    fc.assert(
      fc.property(part, number, ({ text, first, last }, value) => {
        const [span] = parseKeys(text) ?? [];
        expect(span?.width).toBe(last - first + 1);
        expect(span && codesOf(span).includes(toCode(value))).toBe(value >= first && value <= last);
      }),
    );
  });

  it('DM-001: any list of parts is read as these parts, and every one of its codes is counted out', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const spans = parseKeys(parts.map(({ text }) => text).join(', ')) ?? [];
        expect(spans.map(spanText)).toEqual(parts.map(({ text }) => text));
        for (const span of spans) {
          const codes = codesOf(span);
          expect([codes.at(0), codes.at(-1), codes.length]).toEqual([span.first, span.last, span.width]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    '',
    'c010',
    'C01',
    'C010 ',
    'C010,C011',
    'C010, ',
    'C010-',
    'C010-C010',
    'C011-C010',
    'C010 - C020',
    'C-D',
    'G000',
    'Z',
  ])('DM-001: %j is no key', (keys) => {
    expect(parseKeys(keys)).toBeUndefined();
  });
});
