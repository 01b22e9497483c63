import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '../locale.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

type Texts = Record<string, string>;
type Table = { fallback: string; specified: Texts; project: Texts };
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'));
const untranslated = Object.keys(read('untranslated.json') as Texts);

/** The six tables of a language, read apart from the code under test: each span by its two numbers. */
const reference = (locale: Locale) =>
  ['a', 'c', 'd', 'e', 'f', 'events'].map((name) => {
    const { fallback, specified, project } = read(`device-codes/${locale}/${name}.json`) as Table;
    const spans = [specified, project]
      .flatMap((list) => Object.entries(list))
      .flatMap(([keys, text]) => keys.split(',').map((part) => ({ ends: part.trim().split('-'), text })))
      .filter(({ ends }) => ends[0]?.length === 4)
      .map(({ ends, text }) => ({
        from: Number.parseInt(ends[0] ?? '', 16),
        to: Number.parseInt(ends.at(-1) ?? '', 16),
        text,
      }));
    return { series: name, fallback, spans };
  });

/** Chosen by looking at every span: of those that hold the number, the one that holds the fewest. */
function expected(tables: ReturnType<typeof reference>, value: number) {
  const first = value >> 12;
  const name = first < 10 ? 'events' : first.toString(16);
  const table = tables.find(({ series }) => series === name);
  let best: { text: string; width: number } | undefined;
  for (const { from, to, text } of table?.spans ?? [])
    if (value >= from && value <= to && (best === undefined || to - from < best.width))
      best = { text, width: to - from };
  return { text: best?.text ?? (table ?? tables[0])?.fallback, isKnown: best !== undefined };
}

describe.each(locales)('every code there is, in %s', (locale) => {
  const tables = reference(locale);
  const all = Array.from({ length: 0x1_0000 }, (_, value) => ({ value, code: value.toString(16).padStart(4, '0') }));

  it('DM-001 DM-005 IX-11: all 65,536 codes have the text that their tables give them, and no code has none', () => {
    const wrong = all.filter(({ value, code }) => {
      const right = expected(tables, value);
      const explained = explainCode(code, locale);
      return explained.message !== right.text || explained.isKnown !== right.isKnown || explained.message.trim() === '';
    });
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  it('DM-001: every code has a place, an action and the message that the list shows', () => {
    const wrong = all.filter(({ code }) => {
      const { place, action, message } = explainCode(code, locale);
      return (
        place === '-' || action === '-' || place === '' || action === '' || message !== deviceMessage(code, locale)
      );
    });
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  it.each(['null', 'header'])('DM-002: the message of %s is a dash', (code) => {
    expect(deviceMessage(code, locale)).toBe('-');
  });

  it.each(['0', '1', '2', '3', '4', '5', '6', '7', '8', 'B', 'B000', 'BFFF', 'Z', '', 'ＣＯ１０'])(
    'DM-002: the message of %j is the fallback',
    (code) => {
      expect(deviceMessage(code, locale)).toBe(tables[0]?.fallback);
      expect(explainCode(code, locale)).toMatchObject({ isKnown: false, series: undefined, category: 'other' });
    },
  );
});

describe('both languages', () => {
  it('IX-11 IX-12 DM-097: Japanese explains the codes that English explains and has no text without Japanese in it', () => {
    const all = Array.from({ length: 0x1_0000 }, (_, value) => value.toString(16).padStart(4, '0'));
    const explained = all.map((code) => [explainCode(code, 'en-us'), explainCode(code, 'ja-jp')] as const);
    const gaps = explained.filter(([english, japanese]) => english.isKnown !== japanese.isKnown);
    expect(gaps.map(([{ code }]) => code)).toEqual([]);
    const words = explained.flatMap(([, { message, place, action }]) => [message, place, action]);
    const latin = [...new Set(words)].filter((text) => !/[ぁ-ヿ一-鿿]/.test(text) && !untranslated.includes(text));
    expect(latin).toEqual([]);
  });

  it('DM-001: facts are the same in both', () => {
    const facts = (locale: Locale) => {
      const { category, who, severity, series, code } = explainCode('ea50', locale);
      return { category, who, severity, series, code };
    };
    expect(facts('ja-jp')).toEqual(facts('en-us'));
  });
});

describe('texts that the specification quotes', () => {
  it('DM-006: the bare letters refer to the manual', () => {
    const bare = ['A', 'C', 'D', 'E'].map((code) => explainCode(code, 'en-us'));
    expect(new Set(bare.map(({ message }) => message))).toEqual(new Set(['Kindly refer manual for more details']));
  });

  it('DM-007 DM-098: A28F says that the original is copy protected', () => {
    expect(deviceMessage('A28F', 'en-us')).toBe('This original is copy protected.');
    expect(deviceMessage('A28F', 'ja-jp')).toMatch(/原稿.*コピー.*禁止/);
  });
});
