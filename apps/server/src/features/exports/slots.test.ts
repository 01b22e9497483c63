import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closing } from './slots.ts';

async function* chunks() {
  yield 'one';
  yield 'two';
}

test('AC-24: the slot of an export is free once the client has read the file to its end, however long that takes', async () => {
  let isHeld = true;
  const giveBack = async () => {
    await wait(50);
    isHeld = false;
  };
  const read: unknown[] = [];
  for await (const chunk of Readable.from(closing(chunks(), giveBack))) read.push(chunk);
  expect(read).toEqual(['one', 'two']);
  expect(isHeld).toBe(false);
});
