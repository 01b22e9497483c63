import { intlTag, type Locale } from './locale.ts';

type Values = Readonly<Record<string, string | number>>;

const plural = /\{(\w+), plural,((?:\s*(?:\w+|=\d+) \{[^{}]*\})+)\s*\}/g;
const form = /(\w+|=\d+) \{([^{}]*)\}/g;
const argument = /\{(\w+)(?:, number)?\}/g;

/**
 * An ICU message with its values filled in, without a library: plain arguments (`{code}`, `{count, number}`)
 * and plurals whose forms hold no further plural. An argument without a value stays as it is written. For
 * files that the server makes; the portal formats by its own library.
 */
export function fillMessage(message: string, values: Values, locale: Locale): string {
  const tag = intlTag(locale);
  return message
    .replaceAll(plural, (whole, name: string, list: string) => {
      const count = Number(values[name]);
      if (Number.isNaN(count)) return whole;
      const forms = new Map(
        Array.from(list.matchAll(form), ([, key = '', text = '']): [string, string] => [key, text]),
      );
      const text = forms.get(`=${count}`) ?? forms.get(new Intl.PluralRules(tag).select(count)) ?? forms.get('other');
      return (text ?? '').replaceAll('#', count.toLocaleString(tag));
    })
    .replaceAll(argument, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? value.toLocaleString(tag) : value;
    });
}
