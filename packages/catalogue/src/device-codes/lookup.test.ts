import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, parseKeys, toCode } from './code-keys.ts';
import { createLookup } from './lookup.ts';

describe('which entry answers', () => {
  const lookup = createLookup(
    { 'C000-CFFF': 'wide', 'C010-C01F': 'narrow' },
    { C018: 'single', 'C010-C030, CFFF': 'middle', C: 'bare' },
  );

  it.each([
    ['C018', ['single', 'narrow', 'middle', 'wide']],
    ['C010', ['narrow', 'middle', 'wide']],
    ['C020', ['middle', 'wide']],
    ['CFFF', ['middle', 'wide']],
    ['C900', ['wide']],
    ['C', ['bare']],
    ['D000', []],
    ['', []],
    ['constructor', []],
  ])('DM-005: for %s the single code comes first, then the narrower range, then the wider', (code, expected) => {
    expect(lookup(code)).toEqual(expected);
  });

  it('DM-005: of any table, what answers holds the code and nothing that holds it is narrower', () => {
    const number = fc.integer({ min: 0, max: 400 });
    const keys = fc
      .tuple(number, number)
      .map(([from, more]) => (more === 0 ? toCode(from) : `${toCode(from)}-${toCode(from + more)}`));
    fc.assert(
      fc.property(fc.uniqueArray(keys, { maxLength: 20 }), number, (all, value) => {
        const code = toCode(value);
        const find = createLookup(Object.fromEntries(all.map((key) => [key, key])));
        const widths = all
          .map((key) => (parseKeys(key) ?? []).flatMap((span) => codesOf(span)))
          .filter((codes) => codes.includes(code))
          .map((codes) => codes.length)
          .sort((one, other) => one - other);
        expect(find(code).map((key) => (parseKeys(key) ?? [])[0]?.width)).toEqual(widths);
      }),
    );
  });
});
