import type { RuleWords } from '@platen/catalogue/rule-sentence';
import { leastDistance } from '@platen/contract/rule-checks';
import { traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm, RuleTest } from '@platen/contract/rules';
import { useTranslations } from 'use-intl/react';
import { settingExample } from './examples.ts';
import { findFaults } from './rule-draft.ts';

/** What is wrong with a field, by its path; undefined: nothing that the user has to know yet. */
export type FaultOf = (path: string) => string | undefined;

interface Options {
  /** The form was to be saved: a field that is still empty has its fault from now on. */
  readonly isAsked: boolean;
  /** What the server refused, by its path. */
  readonly refused: ReadonlyMap<string, string>;
  readonly words: RuleWords;
}

/** Words for the faults of a form, found here or by the server. */
export function useFaults(
  form: RuleForm,
  { isAsked, refused, words }: Options,
): { faults: ReadonlySet<string>; faultOf: FaultOf } {
  const t = useTranslations('rules.fault');
  const faults = findFaults(form);
  const testFault = (test: RuleTest, field: string): string => {
    const { number, subject, window } = traitsOf(test.metric);
    switch (field) {
      case 'subject':
        if (test.subject === undefined) return t('subject');
        return subject === 'setting' ? t('setting', { example: settingExample }) : t('codes');
      case 'clear':
        return test.clear === undefined || Number.isNaN(test.clear)
          ? t('missing')
          : t('clear', { distance: leastDistance(test.value ?? 0, traitsOf(test.metric)) });
      case 'windowHours':
        return window === undefined
          ? t('missing')
          : t('window', { least: words.span(window.least * 60), most: words.span(window.most * 60) });
      case 'words':
        return t('words');
      case 'text':
        return t('text');
      default: {
        const { value } = test;
        if (number === undefined || value === undefined || Number.isNaN(value)) return t('missing');
        return value < number.least || value > number.most
          ? t('range', { least: number.least, most: number.most })
          : t('decimals', { count: number.decimals });
      }
    }
  };
  const faultOf: FaultOf = (path) => {
    const reason = refused.get(path);
    if (!faults.has(path)) return reason === undefined ? undefined : t('refused', { reason });
    const [, index, field = ''] = path.split('.');
    const test = index === undefined ? undefined : form.tests[Number(index)];
    if (test === undefined) {
      if (path === 'name') return isAsked || form.name.length > 80 ? t('name') : undefined;
      return t('delay');
    }
    const isEmpty = Object.entries(test).every(([name, value]) => name !== field || value === undefined);
    return isEmpty && !isAsked ? undefined : testFault(test, field);
  };
  return { faults, faultOf };
}
