import type { RuleWordsTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../platform/load-once.ts';

/** The words in which a rule is described. */
export const loadRuleWords = lazyTexts<RuleWordsTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/rule-words-ja-jp')
    : import('@platen/catalogue/texts/rule-words-en-us'),
);
