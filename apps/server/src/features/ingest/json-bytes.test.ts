import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findEnd, JsonCursor, JsonWriter, text, toKinds, walkMembers } from './json-bytes.ts';

const plainName = fc.string({ unit: 'binary-ascii' }).filter((name) => !JSON.stringify(name).includes('\\'));

/** Undefined where it is given up, or a value is no JSON. */
function toMembers(json: Buffer): [string, unknown][] | undefined {
  const members: [string, unknown][] = [];
  try {
    const isWhole = walkMembers(json, (name, from) => {
      const end = findEnd(json, from);
      members.push([name, JSON.parse(json.toString('utf8', from, end))]);
      return end;
    });
    return isWhole ? members : undefined;
  } catch {
    return undefined;
  }
}

test('the members of any JSON object are found as they stand in its text', () => {
  fc.assert(
    fc.property(
      // An empty object has no first member; nobody sends one.
      fc.dictionary(plainName, fc.jsonValue(), { minKeys: 1 }),
      (value) => {
        const json = JSON.stringify(value);
        expect(toMembers(Buffer.from(json))).toEqual(Object.entries(JSON.parse(json)));
      },
    ),
  );
});

test.each(['', '[1]', '{}', '{"a":1', '{"a":1}}', '{"a":1},', '{"a" :1}', '{a:1}', '{"a":1,}', '{"a"', '{"a":1}\n'])(
  'what is no object without blanks is given up: %j',
  (json) => {
    expect(toMembers(Buffer.from(json))).toBeUndefined();
  },
);

test('a number is one as JSON has it, and within its digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?[0-9]{0,7}(\.[0-9]{0,4})?$/), (digits) => {
      const cursor = new JsonCursor(Buffer.from(`${digits}}`), 0);
      const isNumber = /^-?(0|[1-9]\d{0,4})(\.\d{1,3})?$/.test(digits);
      const ends = cursor.number(5, 3, true) && cursor.at === digits.length;
      expect(ends).toBe(isNumber);
    }),
    { numRuns: 2000 },
  );
});

test('a span ends where its bytes end, and is refused when it is too long or too short', () => {
  const letters = toKinds(/[a-z]/);
  const cursor = new JsonCursor(Buffer.from('abc"'), 0);
  expect(cursor.span(letters, 2)).toBe(false);
  expect(cursor.span(letters, 3)).toBe(true);
  expect([cursor.start, cursor.end, cursor.at]).toEqual([0, 3, 3]);
  expect(cursor.span(letters, 3)).toBe(false);
  expect(cursor.span(letters, 3, 0)).toBe(true);
});

test('a text longer than the room of the writer comes back whole, and the next begins anew', () => {
  const writer = new JsonWriter();
  const piece = text('0123456789');
  for (let i = 0; i < 10_000; i++) writer.put(piece, 0, piece.length);
  writer.byte(33);
  expect(writer.take().toString()).toBe(`${'0123456789'.repeat(10_000)}!`);
  writer.quoted(piece, 2, 4);
  expect(writer.take().toString()).toBe('"23"');
});
