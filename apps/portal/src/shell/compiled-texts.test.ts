import { formats, intlTag } from '@platen/catalogue/locale';
import { texts as advancedSearchEnglish } from '@platen/catalogue/texts/advanced-search-en-us';
import { texts as advancedSearchJapanese } from '@platen/catalogue/texts/advanced-search-ja-jp';
import { texts as areaEnglish } from '@platen/catalogue/texts/areas-en-us';
import { texts as areaJapanese } from '@platen/catalogue/texts/areas-ja-jp';
import { texts as codeHistoryEnglish } from '@platen/catalogue/texts/code-history-en-us';
import { texts as codeHistoryJapanese } from '@platen/catalogue/texts/code-history-ja-jp';
import { texts as deviceEnglish } from '@platen/catalogue/texts/device-en-us';
import { texts as deviceJapanese } from '@platen/catalogue/texts/device-ja-jp';
import { texts as startEnglish } from '@platen/catalogue/texts/en-us';
import { texts as startJapanese } from '@platen/catalogue/texts/ja-jp';
import { texts as jobEnglish } from '@platen/catalogue/texts/jobs-en-us';
import { texts as jobJapanese } from '@platen/catalogue/texts/jobs-ja-jp';
import { texts as partsNeededEnglish } from '@platen/catalogue/texts/parts-needed-en-us';
import { texts as partsNeededJapanese } from '@platen/catalogue/texts/parts-needed-ja-jp';
import { texts as reportingEnglish } from '@platen/catalogue/texts/reporting-en-us';
import { texts as reportingJapanese } from '@platen/catalogue/texts/reporting-ja-jp';
import { texts as worklistEnglish } from '@platen/catalogue/texts/worklist-en-us';
import { texts as worklistJapanese } from '@platen/catalogue/texts/worklist-ja-jp';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';

const english = {
  ...startEnglish,
  ...advancedSearchEnglish,
  ...areaEnglish,
  ...deviceEnglish,
  ...codeHistoryEnglish,
  ...jobEnglish,
  ...partsNeededEnglish,
  ...reportingEnglish,
  ...worklistEnglish,
};
const japanese = {
  ...startJapanese,
  ...advancedSearchJapanese,
  ...areaJapanese,
  ...deviceJapanese,
  ...codeHistoryJapanese,
  ...jobJapanese,
  ...partsNeededJapanese,
  ...reportingJapanese,
  ...worklistJapanese,
};

type Tree = { readonly [key: string]: string | Tree };

function toMessages(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : toMessages(value, `${path}${key}.`),
  );
}

const formatters = {
  getDateTimeFormat: (...values: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...values),
  getNumberFormat: (...values: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...values),
  getPluralRules: (...values: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...values),
};
/** Any name a message asks for: tags get a function, all else the sample value. */
const toValues = (message: string, sample: number | string | Date) =>
  Object.fromEntries([
    ...[...message.matchAll(/\{\s*(\w+)/g)].map(([, name]) => [name ?? '', sample]),
    ...[...message.matchAll(/<(\w+)>/g)].map(([, name]) => [name ?? '', (parts: unknown[]) => `[${parts.join('')}]`]),
  ]);

test.each([
  ['en-us', english],
  ['ja-jp', japanese],
] as const)('IX-01: every message of %s says the same compiled as parsed', (locale, texts) => {
  const tag = intlTag(locale);
  const messages = toMessages(texts);
  expect(messages.length).toBeGreaterThan(200);
  for (const [path, message] of messages) {
    const isDate = /,\s*(?:date|time)/.test(message);
    for (const sample of isDate ? [new Date(0)] : [0, 1, 2, 12_345.5, 'B-7']) {
      if (typeof sample === 'string' && /,\s*(?:number|plural|selectordinal)/.test(message)) continue;
      const values = toValues(message, sample);
      const parsed = new IntlMessageFormat(message, tag, formats[locale]).format<string>(values);
      const compiled = format(compile(message), tag, values, { formatters, formats: formats[locale] });
      const toText = (made: unknown) => (Array.isArray(made) ? made.join('') : String(made));
      expect(toText(compiled), `${locale} ${path} with ${String(sample)}`).toBe(toText(parsed));
    }
  }
});
