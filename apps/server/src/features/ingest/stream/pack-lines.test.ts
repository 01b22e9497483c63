import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitBody } from '../receive/split-body.ts';
import { linesType, packLines } from './pack-lines.ts';

const toLines = (values: readonly unknown[], space?: string) =>
  values.map((value, index) => ({ index, line: Buffer.from(JSON.stringify(value, null, space)) }));
const unpack = (messages: readonly Uint8Array[]): unknown[] =>
  messages.flatMap((message) =>
    splitBody(gunzipSync(message), linesType).map(({ line }): unknown => JSON.parse(line.toString())),
  );

test('AP-05: reports come out of their messages as they were, also those written over several lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ value: fc.json() }), { minLength: 1, maxLength: 20 }), async (reports) => {
      const { messages, tooLarge } = await packLines(toLines(reports, '\r\n\t'), 1_000_000);
      expect([messages.length, tooLarge]).toEqual([1, []]);
      expect(unpack(messages)).toEqual(reports);
    }),
  );
});

test('AP-05: what does not fit one message is split, and a report that fits none is named', async () => {
  const most = 2000;
  const reports = Array.from({ length: 9 }, (_, n) => ({
    n,
    noise: randomBytes(n === 4 ? 4000 : 500).toString('hex'),
  }));
  const { messages, tooLarge } = await packLines(toLines(reports), most);
  expect(messages.length).toBeGreaterThan(2);
  expect(messages.filter(({ length }) => length > most)).toEqual([]);
  expect(tooLarge.map(({ index }) => index)).toEqual([4]);
  expect(unpack(messages)).toEqual(reports.filter(({ n }) => n !== 4));
});
