import { fillMessage } from './fill-message.ts';
import type { Locale } from './locale.ts';
import type { RuleLanguage } from './rule-sentence.ts';
import { ruleWords as english } from './texts/en-us/rule-words.ts';
import { ruleWords as japanese } from './texts/ja-jp/rule-words.ts';

const words = { 'en-us': english, 'ja-jp': japanese } as const;

/** The words of rules in a language, for what the server writes; the portal has them from its own library. */
export const toRuleLanguage = (locale: Locale): RuleLanguage => ({
  locale,
  text: (path, values = {}) => {
    let found: unknown = words[locale];
    for (const key of path.split('.'))
      found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    if (typeof found !== 'string') throw new Error(`no text at ${path}`);
    return fillMessage(found, values, locale);
  },
});
