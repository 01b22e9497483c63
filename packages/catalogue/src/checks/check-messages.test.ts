import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkMessages } from './check-messages.ts';

const base = fileURLToPath(new URL('../data/', import.meta.url));
const names = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const real = new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(`${base}${name}`, 'utf8')]));

/** What is found when one text in one file reads otherwise. */
const findAfter = (file: string, from: string, to: string) => {
  const text = real.get(file) ?? '';
  expect(text).toContain(from);
  return checkMessages(new Map(real).set(file, text.replace(from, to)));
};

it('AC-43 FS-21 ST-08: the tables of application codes, storage health and advice are sound', () => {
  expect(checkMessages(real)).toEqual([]);
});

it.each(['application-codes', 'storage-health', 'advice'])('AC-43: %s without a language is a finding', (folder) => {
  const file = `${folder}/ja-jp.json`;
  const files = new Map(real);
  files.delete(file);
  expect(checkMessages(files)[0]).toEqual({ file, key: '-', what: 'the file is missing' });
});

describe('application codes', () => {
  const file = 'application-codes/en-us.json';

  it('AC-43: a code that one language has alone is a finding in the other', () => {
    expect(findAfter(file, '"203001"', '"203009"')).toEqual([
      { file, key: '203001', what: 'has no text in this language' },
      { file: 'application-codes/ja-jp.json', key: '203009', what: 'has no text in this language' },
    ]);
  });

  it('AC-43: a key that is no code, a code in both parts and a code twice in one are findings', () => {
    const whats = (from: string, to: string) => findAfter(file, from, to).map(({ key, what }) => `${key} ${what}`);
    expect(whats('"0":', '"00": "Two.", "0":')).toContain('00 is no application code');
    expect(whats('"0":', '"102001": "Two.", "0":')).toContain('102001 is specified and written by the project');
    expect(whats('"0":', '"100000": "Two.", "0":')).toContain('100000 stands twice in the same list');
  });

  it('AC-43: an English text in the Japanese table and an empty one are findings', () => {
    const japanese = 'application-codes/ja-jp.json';
    expect(findAfter(japanese, '"正常に完了しました。"', '"Completed."')).toHaveLength(1);
    expect(findAfter(japanese, '"正常に完了しました。"', '""')[0]?.what).toBe('the text is empty');
  });
});

describe('storage health', () => {
  const file = 'storage-health/en-us.json';

  it('ST-08: a state that is missing and one that is none are findings', () => {
    expect(findAfter(file, '"9":', '"4":').map(({ key }) => key)).toEqual(['9', '4']);
    expect(findAfter(file, '"ports"', '"sockets"')).toEqual([{ file, key: 'ports', what: 'holds no texts by code' }]);
  });
});

describe('advice', () => {
  const file = 'advice/en-us.json';
  const whats = (from: string, to: string) => findAfter(file, from, to).map(({ key, what }) => `${key} ${what}`);

  it('FS-21: names that the scheme has not, and names of it that are missing, are findings', () => {
    expect(whats('"drum":', '"drums":')).toEqual(['templates.drum is missing', 'templates.drums is not of the scheme']);
    expect(whats('"CST4":', '"CST5":')).toEqual(['units.CST4 is missing', 'units.CST5 is not of the scheme']);
    expect(whats('"watch":', '"later":')).toHaveLength(2);
    expect(whats('"units":', '"unit":')).toEqual(['units holds no texts by name']);
  });

  it('FS-21: a placeholder that nothing fills and a bracket that holds none are findings', () => {
    const what = 'has a bracket or placeholder that does not fit';
    expect(whats('{variant} drum now', '{color} drum now')).toEqual([`templates.drum.now ${what}`]);
    expect(whats('{variant} drum now', '[black] drum now')).toEqual([`templates.drum.now ${what}`]);
    expect(whats('{variant} drum now', '[{variant} drum now')).toEqual([`templates.drum.now ${what}`]);
  });

  it('FS-21: two ids with one text are a finding', () => {
    expect(whats('"cyan": "cyan"', '"cyan": "magenta"')).toContain('50102402 has the text of 50102302');
  });

  it('FS-21: a word that leaves a hole in a sentence is a finding', () => {
    expect(whats('"cyan": "cyan"', '"cyan": ""')).toContain('50102402 the text has two blanks in a row');
  });
});
