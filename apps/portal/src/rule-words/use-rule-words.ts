import type { Locale } from '@platen/catalogue/locale';
import { createRuleWords, type RuleWords } from '@platen/catalogue/rule-sentence';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { environment } from '../platform/environment.ts';

/** Describes rules in the language in use, or in that of the texts around. */
export function useRuleWords(locale: Locale = environment().locale): RuleWords {
  const text = useTranslations('ruleWords');
  return useMemo(() => createRuleWords({ locale, text }), [locale, text]);
}
