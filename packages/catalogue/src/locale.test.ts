import { describe, expect, it } from 'vitest';
import { chooseLocale, datesTag, fallbackLocale, formats, intlTag, locales, toLocale } from './locale.ts';
import { texts as english } from './texts/en-us.ts';
import { texts as japanese } from './texts/ja-jp.ts';

describe('the locale of the interface', () => {
  it('IX-01 CN-18: there are catalogues for en-us and ja-jp, and no others', () => {
    expect(locales).toEqual(['en-us', 'ja-jp']);
  });

  it.each([
    [['ja-JP', 'en-US'], 'ja-jp'],
    [['fr-FR', 'de', 'ja', 'en'], 'ja-jp'],
    [['fr', 'en-GB', 'ja'], 'en-us'],
    [['ja'], 'ja-jp'],
  ] as const)('IX-02: browser languages %j give %s, the first that has a catalogue', (languages, locale) => {
    expect(chooseLocale(languages)).toBe(locale);
  });

  it.each([[[]], [['fr-CH', 'zh-Hans-CN']], [['']], [['enx', 'jav']]])(
    'IX-03: languages without a catalogue (%j) fall back to en-us',
    (languages) => {
      expect(chooseLocale(languages)).toBe('en-us');
      expect(fallbackLocale).toBe('en-us');
    },
  );

  it.each(['en', 'EN', 'en-us', 'en-US', 'en_GB', ' en '])('IX-04: "%s" maps to en-us', (tag) => {
    expect(toLocale(tag)).toBe('en-us');
  });

  it.each(['ja', 'JA', 'ja-jp', 'ja-JP', 'ja_JP', 'ja-Hira-JP'])('IX-05: "%s" maps to ja-jp', (tag) => {
    expect(toLocale(tag)).toBe('ja-jp');
  });

  it.each(['', 'fr', 'de-DE', 'jam', 'eng', 'en.utf8', 'constructor', '__proto__', '日本語', '-en'])(
    'IX-06: a request for the catalogue of "%s" has the not-found outcome',
    (tag) => {
      expect(toLocale(tag)).toBeUndefined();
    },
  );
});

describe('dates', () => {
  const moment = new Date(2026, 0, 5, 7, 8);
  const shown = (locale: (typeof locales)[number], name: keyof (typeof formats)['en-us']['dateTime']) =>
    new Intl.DateTimeFormat(intlTag(locale), formats[locale].dateTime[name]).format(moment);

  it('IX-07: year is numeric, month and day have two digits, in local time', () => {
    expect(shown('en-us', 'date')).toBe('01/05/2026');
    expect(shown('ja-jp', 'date')).toBe('2026/01/05');
  });

  it('IX-08: each locale has its own table of formats, with the same names', () => {
    expect(Object.keys(formats)).toEqual([...locales]);
    expect(Object.keys(formats['ja-jp'].dateTime)).toEqual(Object.keys(formats['en-us'].dateTime));
    expect(Object.keys(formats['ja-jp'].number)).toEqual(Object.keys(formats['en-us'].number));
    expect(shown('en-us', 'dateTime')).toBe('01/05/2026, 07:08');
    expect(shown('ja-jp', 'dateTime')).toBe('2026/01/05 07:08');
    expect(shown('ja-jp', 'month')).toBe('2026年1月');
  });

  it.each([
    [['en-US', 'en'], 'us', '01/05/2026'],
    [['en-US', 'de'], 'eu', '01/05/2026'],
    [['en'], 'us', '01/05/2026'],
    [['en'], 'eu', '05/01/2026'],
    [[], 'eu', '05/01/2026'],
    [['en-GB', 'en-US'], 'us', '05/01/2026'],
    [['en-AU'], 'eu', '05/01/2026'],
    [['de', 'en-US'], 'eu', '05/01/2026'],
    [['pt-BR', 'en'], 'eu', '05/01/2026'],
    [['ar-EG', 'en'], 'eu', '05/01/2026'],
    [['sv-SE', 'en'], 'eu', '2026-01-05'],
    [['en-CA'], 'us', '2026-01-05'],
    [['C'], 'eu', '01/05/2026'],
  ])('OQ-86: English dates stand in the order of the region of %j at stage %s: %s', (languages, stage, date) => {
    const tag = datesTag('en-us', languages, stage);
    expect(new Intl.DateTimeFormat(tag, formats['en-us'].dateTime.date).format(moment)).toBe(date);
    expect(new Intl.NumberFormat(tag).format(1_234_567.8)).toBe('1,234,567.8');
  });

  it('OQ-86: Japanese dates start with the year, whatever the region', () => {
    expect(datesTag('ja-jp', ['ja-GB', 'en-GB'], 'eu')).toBe('ja-JP');
  });

  it('IX-07: midnight is 00:00, never 24:00', () => {
    const midnight = new Date(2026, 0, 5, 0, 0);
    for (const locale of locales)
      expect(new Intl.DateTimeFormat(intlTag(locale), formats[locale].dateTime.time).format(midnight)).toBe('00:00');
  });
});

it('IX-13 GR-02 CN-10: the fixed group is named All Devices, in each language', () => {
  expect(english.deviceList.groupAll).toBe('All Devices');
  expect(japanese.deviceList.groupAll).toBe('すべての機器');
});
