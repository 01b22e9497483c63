import { fillMessage } from '@platen/catalogue/fill-message';
import { locales } from '@platen/catalogue/locale';
import { texts as english } from '@platen/catalogue/texts/worklist-en-us';
import { texts as japanese } from '@platen/catalogue/texts/worklist-ja-jp';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';

const leaves = (tree: object): string[] =>
  Object.values(tree).flatMap((value: unknown) =>
    typeof value === 'string' ? value : typeof value === 'object' && value !== null ? leaves(value) : [],
  );
const names = {
  what: 'X',
  code: 'C1',
  part: 'P',
  supply: 'S',
  date: 'D',
  port: '0',
  kind: 'K',
  matter: 'M',
  name: 'R',
  subject: 'Z',
};
const figures = [0, 1, 2, 21, 1234.5];

test.each(locales)('WL-71: the server writes every headline in %s as the ICU library of the portal does', (locale) => {
  const { headlines } = locale === 'en-us' ? english : japanese;
  const tag = locale === 'en-us' ? 'en-US' : 'ja-JP';
  for (const message of leaves(headlines))
    for (const figure of figures) {
      const values = {
        ...names,
        drive: 'N',
        state: 'U',
        percent: figure,
        threshold: '800',
        before: '1',
        after: '2',
        count: figure,
        days: figure,
        lower: figure,
        upper: figure + 1,
      };
      expect(fillMessage(message, values, locale)).toBe(new IntlMessageFormat(message, tag).format(values));
    }
});
