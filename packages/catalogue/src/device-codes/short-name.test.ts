import { fuserCode } from '@platen/contract/part-codes';
import { describe, expect, it } from 'vitest';
import table from '../data/device-codes/short-names.json' with { type: 'json' };
import { partNameOfCode } from '../families/parts.ts';
import { parseKeys } from './code-keys.ts';
import { shortNameOfCode } from './short-name.ts';

describe('short names of what failed', () => {
  it('VP-10: a service call carries the name of its range, in both languages', () => {
    expect(shortNameOfCode('C411', 'en-us')).toBe('Fuser thermistor');
    expect(shortNameOfCode('CA10', 'en-us')).toBe('Polygonal motor');
    expect(shortNameOfCode('ca10', 'ja-jp')).toBe('ポリゴンモーター');
    expect(shortNameOfCode('C447', 'en-us')).toBe('Fuser heating');
  });

  it('VP-10: a code that no range names has none, so that its place is shown', () => {
    for (const code of ['E130', 'C3FF', 'D343', '', 'not a code'])
      expect(shortNameOfCode(code, 'en-us')).toBeUndefined();
    expect(partNameOfCode(fuserCode, 'en-us')).toBeDefined();
  });

  it('VP-10: every key is well formed, of the service calls, and no name is longer than a line', () => {
    for (const [key, names] of Object.entries(table.codes)) {
      const spans = parseKeys(key);
      expect([key, spans?.every(({ first, last }) => first.startsWith('C') && last.startsWith('C'))]).toEqual([
        key,
        true,
      ]);
      expect(Object.values(names).filter((name) => name.length > 32)).toEqual([]);
    }
  });
});
