import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundJson, findEnd } from './json-limits.ts';

const limits = { depth: 3, entries: 4, members: 3, values: 1000 };

/** What the limits leave of a parsed value, and how many places they cut. */
function toBounded(value: unknown, level = 1): { value: unknown; cuts: number } {
  if (typeof value !== 'object' || value === null) return { value, cuts: 0 };
  if (level > limits.depth) return { value: null, cuts: 1 };
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const most = isList ? limits.entries : limits.members;
  const bounded = entries.slice(0, most).map(([name, inner]) => [name, toBounded(inner, level + 1)] as const);
  const cuts = bounded.reduce((sum, [, inner]) => sum + inner.cuts, entries.length > most ? 1 : 0);
  const values = bounded.map(([name, inner]) => [name, inner.value] as const);
  return { value: isList ? values.map(([, inner]) => inner) : Object.fromEntries(values), cuts };
}

describe('bounding a JSON text', () => {
  test('AP-05: lists, objects and nesting end at their limits, whatever the text holds; the rest stays as it is', () => {
    fc.assert(
      // Names that are no numbers, as JavaScript moves those to the front of an object.
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, (_, inner: unknown) => toNamed(inner), space);
        const bounded = boundJson(Buffer.from(text), limits);
        if (typeof bounded === 'string') throw new Error(bounded);
        const expected = toBounded(JSON.parse(text));
        expect(JSON.parse(bounded.json.toString())).toEqual(expected.value);
        expect(bounded.cuts).toHaveLength(Math.min(expected.cuts, 20));
        expect(bounded.json.toString() === text).toBe(expected.cuts === 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('a place that was cut is named', () => {
    const text = '{"codes":{"code05":[1,2,3,4,5]},"a":[{"b":1},{"b":{"c":[]}}],"c":1,"d":2}';
    expect(boundJson(Buffer.from(text), limits)).toMatchObject({
      cuts: [
        { path: 'codes.code05', message: 'more than 4 entries; those after are left out' },
        { path: 'a[1].b', message: 'nested deeper than 3 levels' },
        { path: '', message: 'more than 3 members; those after are left out' },
      ],
    });
  });

  test('a text with too many values, or too many places to cut, is given up', () => {
    const lists = (count: number, list: string) => `[[${Array.from({ length: count }, () => list).join()}]]`;
    const wide = { depth: 2, entries: 10_000, members: 3, values: 1000 };
    expect(boundJson(Buffer.from(lists(1002, '1')), wide)).toBe('holds more than 1000 values');
    expect(boundJson(Buffer.from(lists(1002, '[]')), { ...wide, values: 9000 })).toMatch(/^has more than 1000 places/);
  });

  test.each(['[', '{"a', '{"a":', '[1,2', ']]]]', '}{', '"', '"\\', '[[[[[[', '[1,2,3,4,5,6,{"a"', ',,,,,,,'])(
    'what is no JSON stays none: %j',
    (text) => {
      const bounded = boundJson(Buffer.from(text), limits);
      expect(() => JSON.parse(typeof bounded === 'string' ? '' : bounded.json.toString())).toThrow(SyntaxError);
    },
  );
});

const toNamed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner], place) => [`n${place}${name}`, inner]))
    : value;

test('the end of any JSON value in a text is found, whatever follows it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(',1', ']', '}', ''), (value, rest) => {
      const json = JSON.stringify(value);
      expect(findEnd(Buffer.from(`[${json}${rest}`), 1)).toBe(1 + Buffer.byteLength(json));
    }),
  );
});
