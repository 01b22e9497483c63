import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sliceMembers } from './slice-members.ts';

const plainName = fc.string({ unit: 'grapheme' }).filter((name) => !JSON.stringify(name).includes('\\'));

test('the members of any JSON object are found as they stand in its text, whatever the blanks between them', () => {
  fc.assert(
    fc.property(fc.dictionary(plainName, fc.jsonValue()), fc.constantFrom(0, 1, 3, '\t', ' \r\n'), (value, indent) => {
      const members = sliceMembers(JSON.stringify(value, null, indent));
      expect([...members].map(([name, text]) => [name, JSON.parse(text)])).toEqual(
        Object.entries(JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});

test('of a name told twice the last value counts, and blanks around a value do not', () => {
  const members = sliceMembers(' { "a" : 1 , "b":"x, }\\"" ,"a":\t[ 2 ] } ');
  expect([...members]).toEqual([
    ['a', '[ 2 ]'],
    ['b', '"x, }\\""'],
  ]);
});
