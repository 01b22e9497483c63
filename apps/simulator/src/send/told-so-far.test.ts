import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ToldSoFar } from './told-so-far.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-told-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'fleet');
const fleet = { seed: 'a', devices: 3 };

test('what was told is remembered for this fleet and no other', () => {
  expect(new ToldSoFar(file, fleet).through).toBeUndefined();
  new ToldSoFar(file, fleet).note(20_000);
  expect(new ToldSoFar(file, fleet).through).toBe(20_000);
  expect(new ToldSoFar(file, { ...fleet, devices: 4 }).through).toBeUndefined();
  expect(new ToldSoFar(file, { ...fleet, seed: 'b' }).through).toBeUndefined();
});

test('a spoilt file counts as none', () => {
  writeFileSync(file, '3 devices of seed a\nsome day');
  expect(new ToldSoFar(file, fleet).through).toBeUndefined();
});
