import { adviceComponents } from '@platen/contract/advice';
import { paperSources, tonerColors } from '@platen/contract/report-sections';
import { expect, it } from 'vitest';
import { families } from './families/families.ts';
import { partsOf } from './families/parts.ts';
import { locales } from './locale.ts';
import { partWords } from './part-words.ts';

it.each(locales)('WL-56: every maintenance part of every family has a name in %s', (locale) => {
  const codes = new Set(families.flatMap(({ code }) => partsOf(code).map((part) => part.code)));
  expect(codes.size).toBeGreaterThan(60);
  for (const code of codes) {
    expect(partWords(`part.${code}`, locale)).toBeTruthy();
    expect(partWords(code, locale)).toBe(partWords(`part.${code}`, locale));
  }
});

it.each(locales)('WL-56: every judged part has a name in %s, with its colour or paper source', (locale) => {
  const plain = adviceComponents.filter((one) => !['feedParts', 'developer', 'drum', 'storage'].includes(one));
  const coloured = ['drum', 'developer'].flatMap((one) => tonerColors.map((color) => `${one}.${color}`));
  const sources = paperSources.map((source) => `feedRoller.${source}`);
  const words = [...plain, ...coloured, ...sources].map((subject) => partWords(subject, locale));
  expect(words.filter((one) => one === undefined)).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

it('names nothing that it does not know', () => {
  expect(partWords('part.9999', 'en-us')).toBeUndefined();
  expect(partWords('later.black', 'en-us')).toBeUndefined();
});
