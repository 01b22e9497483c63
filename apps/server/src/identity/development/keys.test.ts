import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureKeys, readKeys } from './keys.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'platen-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const file = () => path.join(directory, 'sign-in', 'keys.json');

test('AU-01: the signing key outlives a restart, so tokens do too, and no other user may read it', async () => {
  expect(await readKeys(directory)).toBeUndefined();
  const made = await ensureKeys(directory);
  expect(await ensureKeys(directory)).toEqual(made);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700);
});

test('AU-01: servers that start at once end up with one key', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => ensureKeys(directory)));
  expect(new Set(all.map(({ signing }) => signing.kid)).size).toBe(1);
});

test('a damaged key file is reported with its path, not replaced in silence', async () => {
  await ensureKeys(directory);
  writeFileSync(file(), '{"signing": {}}');
  await expect(ensureKeys(directory)).rejects.toThrow(file());
});
