import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFiles, findDuplicateKeys } from './findings.ts';

it('DM-001: a file that is no JSON and a key that stands twice are found in any table', () => {
  const files = new Map([
    ['families/a.json', '{ "x": [{ "y": 1 }, { "y": 2, "z": { "y": 3 } }] }'],
    ['families/b.json', '{ "x": { "y": 1, "z": "}", "y": 2 } }'],
    ['families/c.json', '{\n"x": 1,\n}'],
  ]);
  expect(checkFiles(files)).toEqual([
    { file: 'families/b.json', key: 'y', what: 'stands twice in the same list' },
    { file: 'families/c.json', key: '-', what: expect.stringMatching(/^is not valid JSON: .*\(line 3( column 1)?\)$/) },
  ]);
});

it('DM-001: whatever JSON holds, no key that occurs once is reported as repeated', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // What JSON.stringify writes has every key once.
      expect(findDuplicateKeys(JSON.stringify(JSON.parse(text)))).toEqual([]);
    }),
  );
});

it('DM-001: a key that stands twice is found whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (key, value) => {
      const pair = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
      expect(findDuplicateKeys(`[{ ${pair}, ${pair} }]`)).toEqual([key]);
    }),
  );
});
