import { signSubjects } from '@platen/contract/advice-ids';
import { paperSources } from '@platen/contract/report-sections';
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

it.each(locales)('WL-56 AR-04: every subject of a sign has a name of its own in %s', (locale) => {
  const sources = paperSources.map((source) => `feedRoller.${source}`);
  expect(signSubjects()).toEqual(expect.arrayContaining(['fuser', 'drum.cyan', 'CE20', ...sources]));
  const words = signSubjects().map((subject) => partWords(subject, locale));
  expect(words.filter((one) => one === undefined)).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

it('names nothing that it does not know', () => {
  expect(partWords('part.9999', 'en-us')).toBeUndefined();
  expect(partWords('later.black', 'en-us')).toBeUndefined();
});
