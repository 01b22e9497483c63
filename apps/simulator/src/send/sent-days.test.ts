import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SentDays } from './sent-days.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-sent-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'fleet');
const fleet = { seed: 'a', devices: 3, worldName: 'usual' };

test('the days delivered are stored for this fleet and no other', () => {
  expect(new SentDays(file, fleet).through).toBeUndefined();
  new SentDays(file, fleet).note(20_000);
  expect(new SentDays(file, fleet).through).toBe(20_000);
  expect(new SentDays(file, { ...fleet, devices: 4 }).through).toBeUndefined();
  expect(new SentDays(file, { ...fleet, seed: 'b' }).through).toBeUndefined();
  expect(new SentDays(file, { ...fleet, worldName: 'field' }).through).toBeUndefined();
});

test('a spoilt file counts as none', () => {
  writeFileSync(file, '3 devices of seed a\nsome day');
  expect(new SentDays(file, fleet).through).toBeUndefined();
});
