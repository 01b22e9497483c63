import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readModelFamilies } from './model-families.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'platen-models-'));
const file = path.join(folder, 'models.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (text: string) => {
  writeFileSync(file, text);
  return () => readModelFamilies(file);
};

describe("a site's own table of models", () => {
  test('OQ-103: is read from the file that PLATEN_MODEL_FAMILIES names, also with a byte order mark', () => {
    read('\uFEFF{"about": "ours", "models": [{"pattern": "Acme 45*", "family": "REUSS"}]}');
    expect(readSettings({ PLATEN_MODEL_FAMILIES: file }).modelFamilies).toEqual([
      { pattern: 'Acme 45*', family: 'REUSS' },
    ]);
    expect(readSettings({}).modelFamilies).toBeUndefined();
  });

  test('OQ-103: a wrong one stops the start, with the file, each entry and what is wrong', () => {
    read('{"models": [{"pattern": "Acme 1", "family": "REUSS"}, {"pattern": "Acme 2", "family": "ALPHA"}, {}]}');
    expect(() => readSettings({ PLATEN_MODEL_FAMILIES: file })).toThrow(
      new RegExp(
        `PLATEN_MODEL_FAMILIES: ${file}, models\\[1\\]: family 'ALPHA' is not known; .*\\n.*${file}, models\\[2\\]: pattern: expected a text`,
      ),
    );
  });

  test('OQ-103: no file, no JSON and no table are reported with the file', () => {
    expect(() => readModelFamilies(path.join(folder, 'none.json'))).toThrow(/none\.json: cannot be read: ENOENT/);
    expect(read('{"models": [')).toThrow(`${file}: is no JSON: `);
    expect(read('[]')).toThrow(`${file}: expected {"models": [...]}`);
  });

  test('OQ-103: of very many problems the first are reported, with the number of further ones', () => {
    const thrown = read(JSON.stringify({ models: Array.from({ length: 50 }, () => ({})) }));
    expect(thrown).toThrow(/models\[19\].*\n.*and 30 more$/);
    expect(thrown).not.toThrow(/models\[20\]/);
  });
});
